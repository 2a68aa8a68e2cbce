// Edits of a definition, each returning a new one. Keys are always generated, because statistics follow a question
// across versions by its key.
import { maxPoints, maxScore, type Question, type QuizDefinition, type Stage } from '../definition/quiz-definition.ts'

export const newKey = (prefix: string) => `${prefix}${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`

export const changeQuestion = (draft: QuizDefinition, at: number, change: Partial<Question>): QuizDefinition => ({
  ...draft,
  questions: draft.questions.with(at, { ...draft.questions[at]!, ...change }),
})

export const addQuestion = (draft: QuizDefinition): QuizDefinition => ({
  ...draft,
  questions: [
    ...draft.questions,
    {
      key: newKey('q'),
      dimension: draft.dimensions[0]!.key,
      text: '',
      options: Array.from({ length: maxPoints + 1 }, (_, value) => ({ value, text: '' })),
    },
  ],
})

/** Removes the rules of the question too, because they would refer to a missing question. */
export const removeQuestion = (draft: QuizDefinition, at: number): QuizDefinition => {
  const { key } = draft.questions[at]!
  const questions = draft.questions.toSpliced(at, 1)
  return {
    ...draft,
    questions,
    rules: draft.rules.filter(({ when }) => when.every(({ question }) => question !== key)),
    minAnswered: Math.min(draft.minAnswered, questions.length),
  }
}

export const moveQuestion = (draft: QuizDefinition, at: number, by: -1 | 1): QuizDefinition => ({
  ...draft,
  questions: draft.questions.toSpliced(at, 1).toSpliced(at + by, 0, draft.questions[at]!),
})

export const changeStage = (draft: QuizDefinition, at: number, change: Partial<Stage>): QuizDefinition => ({
  ...draft,
  stages: draft.stages.with(at, { ...draft.stages[at]!, ...change }),
})

/** Adds a stage above the highest one, with empty texts. */
export const addStage = (draft: QuizDefinition): QuizDefinition => ({
  ...draft,
  stages: [
    ...draft.stages,
    {
      id: draft.stages.length + 1,
      slug: newKey('stage_'),
      name: '',
      from: Math.min(maxScore, draft.stages.at(-1)!.from + 4),
      title: '',
      description: '',
      strength: '',
      nextStep: '',
      cta: { label: '', href: '/book-a-call' },
      leadMagnet: '',
    },
  ],
})

/**
 * Merges the score range into the stage below, or from the first stage into the next. Rules retain their capped stage.
 */
export const removeStage = (draft: QuizDefinition, at: number): QuizDefinition => {
  const { id } = draft.stages[at]!
  return {
    ...draft,
    stages: draft.stages.toSpliced(at, 1).map((stage, i) => ({ ...stage, id: i + 1, ...(i === 0 && { from: 0 }) })),
    rules: draft.rules.map((rule) => (rule.stage < id ? rule : { ...rule, stage: Math.max(1, rule.stage - 1) })),
  }
}

export const addDimension = (draft: QuizDefinition): QuizDefinition => ({
  ...draft,
  dimensions: [...draft.dimensions, { key: newKey('d'), label: '' }],
})

/** Only possible without questions: every question needs a dimension. */
export const removeDimension = (draft: QuizDefinition, at: number): QuizDefinition => ({
  ...draft,
  dimensions: draft.dimensions.toSpliced(at, 1),
})

export const questionsOf = ({ questions }: QuizDefinition, dimension: string) =>
  questions.filter((question) => question.dimension === dimension).length

type Rule = QuizDefinition['rules'][number]

export const changeRule = (draft: QuizDefinition, at: number, change: Partial<Rule>): QuizDefinition => ({
  ...draft,
  rules: draft.rules.with(at, { ...draft.rules[at]!, ...change }),
})

export const addRule = (draft: QuizDefinition): QuizDefinition => ({
  ...draft,
  rules: [
    ...draft.rules,
    { key: newKey('rule_'), when: [{ question: draft.questions[0]!.key, atMost: 0 }], stage: draft.stages[0]!.id },
  ],
})

/** Formats a rule as a sentence of its conditions. */
export const ruleText = ({ questions }: QuizDefinition, { when }: Rule) =>
  when
    .map(({ question, atMost }) => {
      const askedQuestion = questions.find(({ key }) => key === question)
      const answers = (askedQuestion?.options ?? [])
        .filter(({ value }) => value <= atMost)
        .map(({ text }) => `״${text}״`)
      return `בשאלה ״${askedQuestion?.text ?? ''}״ ענו ${answers.join(' או ')}`
    })
    .join(', וגם ')

const places: Record<string, string> = {
  questions: 'שאלה',
  stages: 'שלב',
  rules: 'כלל',
  dimensions: 'תחום',
}

/** Text of a schema problem with its location. */
export const problemText = ({ path, message }: { path: readonly PropertyKey[]; message: string }) => {
  const [part, at] = path
  const place = places[String(part)]
  return place && typeof at === 'number' ? `${place} ${at + 1}: ${message}` : message
}
