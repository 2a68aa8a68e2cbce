// Whoever met a barrier tells it here: the same door as every request of the site, so that it gets a number, a task and an answer.
import { type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { messageLimit } from './accessibility-form.ts'

export const accessibilityPost: FormPost = {
  path: '/accessibility',
  page: 'src/web/legal/accessibility-page.tsx',
  run: 'ask-for-contact',
  fields: ['name', 'email', 'phone', 'where', 'message', 'technology'],
  check: ({ message }: FormText) => (message?.trim() ? {} : { message: 'שדה חובה' }),
  input: (values, { body, sourceUrl }) => {
    const { where, message, technology, ...who } = values as FormText
    return {
      ...who,
      topic: 'accessibility',
      message: told({ where, message, technology }),
      ...textsOf(body, ['privacyTextId']),
      sourceUrl,
    }
  },
  sent: (answer) => `/accessibility?ticket=${(answer as { ticketNumber: string }).ticketNumber}#sent`,
}

/** One text out of the three fields; too long in all when the story alone is. */
function told({ where, message, technology }: FormText) {
  if ((message?.length ?? 0) > messageLimit) return message
  return [where && `עמוד: ${where}`, message, technology && `דפדפן וטכנולוגיה מסייעת: ${technology}`]
    .filter(Boolean)
    .join('\n')
}
