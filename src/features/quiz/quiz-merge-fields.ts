// What a message template may say about a filled quiz: the stage. Answers and scores stay behind the link.
import type { MergeContext } from '#platform/merge-fields/merge-fields.ts'

/** The result of an attempt with too few answers for a stage. */
export const stageText = (title: string | null | undefined): string => title ?? 'התמונה לפי תחומים'

export const quizMergeContext: MergeContext = {
  label: 'תוצאה של השאלון',
  fields: [
    { name: 'שלב_שאלון', label: 'השלב בתוצאה', group: 'שאלון', kind: 'text', sample: 'מתייצבים' },
    {
      name: 'קישור.תוצאת_שאלון',
      label: 'עמוד התוצאה',
      group: 'שאלון',
      kind: 'link',
      sample: '/financial_stage/results?r=-',
    },
  ],
  valuesOf: ({ title }) => ({ שלב_שאלון: stageText(title as string | null) }),
}
