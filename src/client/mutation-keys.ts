// Keys of mutations that other modules look for. Apart from the contracts: the first screen reads one, and loads no schemas.

/** A task that the user adds. */
export const addTaskKey = ['tasks', 'add'] as const
