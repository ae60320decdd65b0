import type { Take } from '../../api/contractTakes';

/** Value of a node that shows this take: the address of a picture, or words. */
export const takeValue = ({ text, url }: Pick<Take, 'text' | 'url'>): string => text ?? url;
