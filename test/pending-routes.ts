import type { specRoutes } from './spec-routes.ts'

/** Specified routes that are not implemented yet. This list only shrinks. */
export const pendingRoutes: readonly (typeof specRoutes)[number][] = []
