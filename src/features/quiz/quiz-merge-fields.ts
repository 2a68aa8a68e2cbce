// Merge fields of a completed quiz for message templates: only the stage. Answers and scores are shown only behind the
// link.
import type { MergeContext } from '#platform/merge-fields/merge-fields.ts'

/** Text for an attempt with too few answers for a stage. */
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
