/** One thing that is sent for a picture. */
export type RequestItem =
  | { type: 'text_prompt'; content: string }
  | CategoryPrompt
  | { type: 'group'; contents: CategoryPrompt[] }
  | { type: 'image_prompt'; content: string };

export interface CategoryPrompt {
  type: 'category_prompt';
  key: string;
  value: string[];
}
