// Data of the quiz pages. Read by POSTs to functions, so that keys are not logged.
import { isLinkToken } from '#lib/link-token.ts'
import type { Backend } from '#client/backend.ts'
import type { QuizView, ResultView } from '../quiz.ts'

/** Undefined while the quiz has no version. */
export async function readQuiz(
  backend: Backend,
  keys: { key?: string | undefined; invitation?: string | undefined; resume?: string | undefined },
): Promise<QuizView | undefined> {
  const answer = await invoke<QuizView>(backend, 'open-quiz', keys)
  return 'data' in answer ? answer.data : undefined
}

/** The result of a link, or its refusal code. */
export async function readResult(
  backend: Backend,
  token: string,
): Promise<{ data: ResultView } | { code: 'result_unknown' | 'result_expired' }> {
  if (!isLinkToken(token)) return { code: 'result_unknown' }
  const answer = await invoke<ResultView>(backend, 'open-quiz-result', { token })
  if ('data' in answer) return answer
  return { code: answer.code === 'result_expired' ? 'result_expired' : 'result_unknown' }
}

async function invoke<T>(backend: Backend, name: string, body: object): Promise<{ data: T } | { code: string }> {
  const { data, error } = await backend.functions.invoke<T>(name, { body })
  if (!error && data) return { data }
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response) || ![404, 410].includes(context.status)) throw error
  const { code = '' } = (await context.json()) as { code?: string }
  return { code }
}
