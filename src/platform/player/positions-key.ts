// Where positions of videos are stored. A file of its own: the script of every page clears it, and loads nothing else of the player.
export const positionsKey = 'video-positions'
