/** Illustrations for covers and posts. */
export const arts = ['gap', 'jars', 'path', 'meeting', 'table'] as const
export type Art = (typeof arts)[number]

export const artNames: Record<Art, string> = {
  gap: 'גבעות',
  jars: 'צנצנות',
  path: 'דרך',
  meeting: 'פגישה',
  table: 'שולחן',
}
