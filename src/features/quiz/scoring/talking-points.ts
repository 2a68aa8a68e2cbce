// Talking points for a contact with a result. Without access to the answers they use only the result.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import type { QuizAnswers, QuizDefinition } from '../definition/quiz-definition.ts'
import { levelLabels, levelOf, type QuizResult } from './quiz-result.ts'

export type TalkingPoint = { key: string; title: string; text: string }

type QuizFacts = {
  definition: QuizDefinition
  result: QuizResult
  rules: readonly string[]
  /** Null if the caller may not read them. */
  answers: QuizAnswers | null
}

/** Answers with at most this many points become a talking point. */
const lowPoints = 1
const maxLowAnswers = 3

/** In conversation order: a strength, then weak points, then the next step. */
export function talkingPoints({ definition, result, rules, answers }: QuizFacts): TalkingPoint[] {
  const { stage } = result
  return [
    ...(stage ? [{ key: 'strength', title: 'פותחים במה שעובד', text: stage.strength }] : []),
    ...dimensionPoints(result),
    ...(answers ? rulePoints(definition, rules, result) : []),
    ...(answers ? answerPoints(definition, answers) : []),
    ...skippedPoint(definition, result, answers),
    ...(stage ? [{ key: 'next', title: 'הצעד הבא שהוצע להם', text: stage.nextStep }] : []),
  ]
}

function dimensionPoints({ dimensions }: QuizResult): TalkingPoint[] {
  const measured = dimensions.flatMap((one) =>
    one.percent === null || one.note === null ? [] : [{ ...one, percent: one.percent }],
  )
  const sorted = measured.toSorted((one, other) => other.percent - one.percent)
  return sorted.map(({ key, label, percent }, i) => ({
    key: `dimension ${key}`,
    title: i === 0 ? 'התחום החזק' : 'התחום שכדאי להתחיל בו',
    text: `${label}: ${percent} מתוך 100, ${levelLabels[levelOf(percent)]}`,
  }))
}

/** Applied rules whose cap is the resulting stage. */
function rulePoints({ rules, stages, questions }: QuizDefinition, applied: readonly string[], { stage }: QuizResult) {
  return rules.flatMap(({ key, when, stage: limit }): TalkingPoint[] => {
    if (!applied.includes(key) || !stage || limit > stage.id) return []
    const name = stages.find(({ id }) => id === limit)?.name ?? ''
    const questionTexts = when.flatMap(({ question }) => questions.find((one) => one.key === question)?.text ?? [])
    return [
      {
        key: `rule ${key}`,
        title: `מה קבע את השלב: ${name}`,
        text: `התשובה לשאלה ${questionTexts.map((text) => isolate(`״${text}״`)).join(' וגם ')}, ולא הציון`,
      },
    ]
  })
}

function answerPoints({ questions }: QuizDefinition, answers: QuizAnswers): TalkingPoint[] {
  const low = questions.flatMap(({ key, text, options }) => {
    const points = answers[key]
    const answer = options.find(({ value }) => value === points)?.text
    return typeof points === 'number' && points <= lowPoints && answer ? [{ key, text, answer, points }] : []
  })
  return low
    .toSorted((one, other) => one.points - other.points)
    .slice(0, maxLowAnswers)
    .map(({ key, text, answer }) => ({ key: `answer ${key}`, title: text, text: `ענו: ${answer}` }))
}

/** The skipped questions; without access to the answers only their number is known. */
function skippedPoint({ questions }: QuizDefinition, { answered }: QuizResult, answers: QuizAnswers | null) {
  const many = questions.length - answered
  if (many <= 0) return []
  const which = answers && questions.filter(({ key }) => answers[key] === null).map(({ text }) => `״${text}״`)
  const text = which?.length ? which.join(', ') : count(many, { one: 'שאלה אחת', two: 'שתי שאלות', other: '# שאלות' })
  return [{ key: 'skipped', title: 'על מה לא רצו לענות, ואין צורך ללחוץ', text }]
}
