// The questions and the result of the quiz, rendered per request, because a cookie or a key identifies the attempt.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { quizCookie } from '#features/quiz/public/quiz-posts.ts'
import { questionsPath, quizPath, resultsPath } from '#features/quiz/quiz.ts'
import { readCookie } from '../cookies.ts'
import type { SiteParts } from '../site.ts'

// The result's key is in the URL, so it is not sent as a referrer.
const headers = { 'referrer-policy': 'same-origin' }

export function mountQuizPages(app: FastifyInstance, { responder }: Pick<SiteParts, 'responder'>) {
  const page = (path: string, file: string, isOpenTo: (query: Record<string, string>) => boolean) =>
    app.get(path, (request, reply) => {
      const query = queryOf(request)
      const key = readCookie(request, quizCookie.name)
      if (!isOpenTo({ ...query, ...(key && { key }) })) return reply.redirect(quizPath, 302)
      const form = { values: { key }, errors: {} }
      return responder.form(request, reply, { file, status: 200, form, query, headers })
    })
  // Without a key from the cookie or a mailed link there is no attempt, so the page redirects to the first page.
  page(questionsPath, 'src/web/quiz/questions-page.tsx', ({ key, r }) => key !== undefined || r !== undefined)
  page(resultsPath, 'src/web/quiz/result-page.tsx', ({ r }) => r !== undefined)
}

/** Repeated parameters: the first one counts. */
const queryOf = ({ query }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String([value].flat()[0])]),
  )
