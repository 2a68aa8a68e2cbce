/** Whether a dialog is open, for keys of the screen behind it. One that is only still fading out does not count. */
export const isDialogOpen = () => document.querySelector('.dialog[data-open]') !== null
