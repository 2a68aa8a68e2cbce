// Definition of a quiz: questions in dimensions, stages with score thresholds (cutoffs), and rules that cap the stage.
import { z } from '#lib/schema.ts'
import { StageVideo } from '../stage-videos.ts'

/** Points of the best answer. The score is ten times the average answer. */
export const maxPoints = 4
export const maxScore = 40

export const maxStages = 9
export const maxDimensions = 9

const Key = z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, 'המפתח אינו תקין')
const text = (max: number) => z.string().trim().min(1, 'חסר טקסט').max(max, `הטקסט ארוך מדי: עד ${max} תווים`)

const Option = z.object({
  value: z.int('ניקוד הוא מספר שלם').min(0, 'ניקוד הוא בין 0 ל־4').max(maxPoints, 'ניקוד הוא בין 0 ל־4'),
  text: text(120),
})

export const Question = z.object({
  key: Key,
  dimension: Key,
  text: text(200),
  options: z.array(Option).min(2, 'בכל שאלה שתי תשובות לפחות').max(6, 'בכל שאלה עד שש תשובות'),
})
export type Question = z.infer<typeof Question>

/** If each of these answers has at most the given points, the stage is capped at `stage`. */
const StageRule = z.object({
  key: Key,
  when: z.array(z.object({ question: Key, atMost: z.int().min(0).max(maxPoints) })).min(1),
  stage: z.int().min(1),
})

export const Stage = z.object({
  id: z.int().min(1).max(maxStages),
  slug: Key,
  name: text(40),
  /** Lowest score of the stage, which extends up to the next stage. */
  from: z.int('הגבול הוא מספר שלם').min(0).max(maxScore, 'הגבול הוא בין 0 ל־40'),
  title: text(80),
  description: text(600),
  strength: text(300),
  nextStep: text(400),
  cta: z.object({ label: text(60), href: z.string().regex(/^\/(?!\/)[^\s]*$/, 'כתובת באתר מתחילה בקו נטוי') }),
  /** Slug of the lead magnet with the worksheet of the stage. */
  leadMagnet: z.string().max(60),
  /** Video on the result page. */
  video: StageVideo.optional(),
})
export type Stage = z.infer<typeof Stage>

const Texts = z.object({
  intro: z.object({ title: text(120), text: text(500), note: text(300) }),
  gate: z.object({ title: text(120), text: text(500) }),
  dimensionLow: text(120),
  dimensionHigh: text(120),
  disclaimer: text(400),
})

export const QuizDefinition = z
  .object({
    texts: Texts,
    dimensions: z
      .array(z.object({ key: Key, label: text(60) }))
      .min(2)
      .max(maxDimensions),
    questions: z.array(Question).min(2).max(40),
    rules: z.array(StageRule),
    /** Minimum number of answers for a stage. */
    minAnswered: z.int().min(1),
    stages: z.array(Stage).min(2).max(maxStages),
  })
  .superRefine(({ dimensions, questions, rules, minAnswered, stages }, context) => {
    const wrong = (message: string, ...path: (string | number)[]) => context.addIssue({ code: 'custom', message, path })
    const keys = questions.map(({ key }) => key)
    if (new Set(keys).size < keys.length) wrong('לשתי שאלות יש אותו מפתח', 'questions')
    questions.forEach(({ dimension, options }, i) => {
      const values = options.map(({ value }) => value)
      if (!dimensions.some(({ key }) => key === dimension)) wrong('התחום אינו קיים', 'questions', i, 'dimension')
      if (new Set(values).size < values.length) wrong('לשתי תשובות יש אותו ניקוד', 'questions', i, 'options')
      if (Math.min(...values) !== 0 || Math.max(...values) !== maxPoints)
        wrong('התשובה הנמוכה היא 0 והגבוהה 4', 'questions', i, 'options')
    })
    dimensions.forEach(({ key }, i) => {
      if (questions.filter(({ dimension }) => dimension === key).length < 2)
        wrong('בכל תחום שתי שאלות לפחות', 'dimensions', i)
    })
    // The slug identifies a stage across versions, so that its actions move with it.
    if (new Set(stages.map(({ slug }) => slug)).size < stages.length) wrong('לשני שלבים יש אותו מפתח', 'stages')
    if (minAnswered > questions.length) wrong('יותר תשובות משאלות', 'minAnswered')
    stages.forEach(({ id, from }, i) => {
      if (id !== i + 1) wrong('השלבים ממוספרים לפי הסדר', 'stages', i, 'id')
      if (i === 0 ? from !== 0 : from <= stages[i - 1]!.from)
        wrong('כל שלב מתחיל מעל השלב שלפניו, והראשון מ־0', 'stages', i, 'from')
    })
    rules.forEach(({ when, stage }, i) => {
      if (when.some(({ question }) => !keys.includes(question))) wrong('הכלל מתייחס לשאלה שאינה קיימת', 'rules', i)
      if (stage > stages.length) wrong('הכלל מתייחס לשלב שאינו קיים', 'rules', i)
    })
  })
export type QuizDefinition = z.infer<typeof QuizDefinition>

/** Points by question; null if skipped. */
export type QuizAnswers = Readonly<Record<string, number | null>>
