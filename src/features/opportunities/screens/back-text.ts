import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** What an undone move says: where the opportunity is now. */
export const backText = (name: string, stage = 'השלב הקודם'): string =>
  `ההעברה של ${isolate(name)} בוטלה, וההזדמנות חזרה אל ${isolate(stage)}`
