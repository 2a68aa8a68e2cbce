import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** The toast text after an undone move; names the restored stage. */
export const undoneMoveText = (name: string, stage = 'השלב הקודם'): string =>
  `ההעברה של ${isolate(name)} בוטלה, וההזדמנות חזרה אל ${isolate(stage)}`
