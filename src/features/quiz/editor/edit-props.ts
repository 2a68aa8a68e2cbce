import type { QuizDefinition } from '../definition/quiz-definition.ts'

export type EditProps = { draft: QuizDefinition; onChange: (draft: QuizDefinition) => void }
