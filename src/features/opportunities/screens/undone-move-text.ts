import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** The message after an undone move: the stage the opportunity is in now. */
export const undoneMoveText = (name: string, stage = 'השלב הקודם'): string =>
  `ההעברה של ${isolate(name)} בוטלה, וההזדמנות חזרה אל ${isolate(stage)}`
