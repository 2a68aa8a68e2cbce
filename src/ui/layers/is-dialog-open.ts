/** Whether a dialog is open, for keys of the screen behind it. A dialog that is fading out does not count. */
export const isDialogOpen = () => document.querySelector('.dialog[data-open]') !== null
