/** Words of the text model's offers. */
export const writing = {
  writing: {
    improve: 'Improve these words',
    describe: 'Describe this picture',
    noModel: 'No text model is set up on this server. Ask whoever runs it.',
    needsText: 'Select one text prompt with words in it.',
    asked: 'The text model is writing. It can take half a minute.',
    before: 'Your words',
    after: 'The new words',
    same: 'The text model would leave your words as they are.',
    use: 'Use these words',
    addText: 'Add as a text prompt',
    addLists: 'Add as a category',
    again: 'Write again',
    leave: 'Leave it',
    failed: 'Nothing came from the text model. Check your connection and try again.',
    changed: 'The text has changed meanwhile. Write again to start from what it says now.',
    saidUsed: 'The text prompt has the new words. Undo brings yours back.',
    saidAdded: 'A text prompt with the description is on the canvas.',
  },
};
