// Storage key of video positions. In a separate file, because the script of every page clears it and must not load the player.
export const positionsKey = 'video-positions'
