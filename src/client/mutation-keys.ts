// Mutation keys that other modules query. Not in the contracts, because the first screen reads one and must not load schemas.

/** The mutation that adds a task. */
export const addTaskKey = ['tasks', 'add'] as const
