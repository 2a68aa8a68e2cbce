// Quiz forms as plain HTML POSTs. The key of the attempt is in a cookie, the token of a result in the body.
import { type FormPost, type KeyCookie, textOf, textsOf } from '#lib/forms/form-post.ts'
import { refusals } from '../quiz-texts.ts'
import {
  type PartnerInvited,
  questionsPath,
  type QuestionAnswered,
  quizPath,
  type QuizReminded,
  type QuizStarted,
  resultPath,
  type ResultLinked,
  type ResultReady,
  resultsPath,
} from '../quiz.ts'

const problems = { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' }

/** A strictly necessary cookie: it continues the quiz after a reload. */
export const quizCookie: KeyCookie = { name: 'quiz', field: 'key' }

const keyed = (body: Record<string, unknown>, names: readonly string[]) => textsOf(body, ['key', ...names])

export const detailLabels = { name: 'שם', email: 'דוא״ל', marketingConsent: 'הסכמה לדיוור' } as const
export const laterLabels = { email: 'דוא״ל' } as const
const detailNames = Object.keys(detailLabels)
const textIds = ['consentTextId', 'privacyTextId'] as const

const startPost: FormPost = {
  path: `${quizPath}/start`,
  page: 'src/web/quiz/intro-page.tsx',
  run: 'start-quiz',
  fields: [],
  cookie: {
    ...quizCookie,
    store: { path: quizPath, maxAgeSeconds: 14 * 86_400, valueOf: (answer) => (answer as QuizStarted).key },
  },
  values: (body) => keyed(body, ['invitation', 'again']),
  sent: (answer) => `${questionsPath}?q=${(answer as QuizStarted).question}#question`,
  problems,
}

const answerPost: FormPost = {
  path: questionsPath,
  page: 'src/web/quiz/questions-page.tsx',
  run: 'answer-quiz',
  fields: ['answer'],
  cookie: quizCookie,
  values: (body) => keyed(body, ['question', 'answer', 'step']),
  input: (values) => values,
  sent: (answer) => {
    const { question } = answer as QuestionAnswered
    return question === null ? `${questionsPath}?q=details#question` : `${questionsPath}?q=${question}#question`
  },
  problems,
}

/** `isLater`: the reminder form was submitted. The page has two forms. */
const laterPost: FormPost = {
  path: `${questionsPath}/later`,
  page: 'src/web/quiz/questions-page.tsx',
  run: 'remind-quiz',
  fields: ['email'],
  cookie: quizCookie,
  values: (body) => ({ ...keyed(body, ['question', 'email']), isLater: 'on' }),
  input: (values) => values,
  sent: (answer) => `${questionsPath}?q=${(answer as QuizReminded).question}&later=1#later`,
  problems,
}

const resumePost: FormPost = {
  path: `${quizPath}/resume`,
  page: 'src/web/quiz/questions-page.tsx',
  run: 'resume-quiz',
  fields: [],
  cookie: startPost.cookie!,
  values: (body) => keyed(body, ['resume']),
  input: (values) => values,
  sent: (answer) => `${questionsPath}?q=${(answer as QuizStarted).question}#question`,
  problems,
}

const toResult = (answer: unknown) => resultPath((answer as ResultReady).token)

const skipPost: FormPost = {
  path: `${questionsPath}/skip`,
  page: 'src/web/quiz/questions-page.tsx',
  run: 'skip-quiz-details',
  fields: [],
  cookie: quizCookie,
  values: (body) => keyed(body, []),
  input: (values) => values,
  sent: toResult,
  problems,
}

const detailsPost: FormPost = {
  path: `${questionsPath}/details`,
  page: 'src/web/quiz/questions-page.tsx',
  run: 'leave-quiz-details',
  fields: detailNames,
  cookie: quizCookie,
  values: (body) => ({ ...keyed(body, detailNames), isDetails: 'on' }),
  input: (values, { body, sourceUrl }) => ({ ...values, ...textsOf(body, textIds), sourceUrl }),
  sent: (answer) => `${toResult(answer)}&sent=1#sent`,
  problems,
}

/** A form of the result page. */
const resultPost = (step: string, run: string, sent: FormPost['sent'], fields: readonly string[] = []): FormPost => ({
  path: `${resultsPath}/${step}`,
  page: 'src/web/quiz/result-page.tsx',
  run,
  fields,
  cookie: quizCookie,
  values: (body) => keyed(body, ['token', ...fields]),
  input: (values, { body, sourceUrl }) => ({
    ...values,
    ...(fields.length > 0 && { ...textsOf(body, textIds), sourceUrl }),
    token: textOf(body, 'token'),
  }),
  sent,
  problems,
})

export const quizPosts: readonly FormPost[] = [
  startPost,
  answerPost,
  laterPost,
  resumePost,
  skipPost,
  detailsPost,
  resultPost('viewed', 'view-quiz-result', toResult),
  resultPost('send', 'send-quiz-result', (answer) => `${toResult(answer)}&sent=1#sent`, detailNames),
  resultPost('link', 'link-quiz-result', (answer) => {
    const { token, link } = answer as ResultLinked
    return `${resultPath(token)}&link=${link}#whatsapp`
  }),
  resultPost(
    'invite',
    'invite-quiz-partner',
    (answer) => {
      const { token, invitation } = answer as PartnerInvited
      return `${resultPath(token)}&invitation=${invitation}#couple`
    },
    ['remindsPartner'],
  ),
  resultPost('share', 'share-quiz-levels', (answer) => `${toResult(answer)}#couple`),
  resultPost('stop-sharing', 'stop-sharing-quiz-levels', (answer) => `${toResult(answer)}#couple`),
]
