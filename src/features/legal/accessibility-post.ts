// An accessibility report is sent as a contact request, so that it gets a ticket, a task and an answer.
import { type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { messageLimit } from './accessibility-form.ts'

export const accessibilityPost: FormPost = {
  path: '/accessibility',
  page: 'src/web/legal/accessibility-page.tsx',
  run: 'ask-for-contact',
  fields: ['name', 'email', 'phone', 'where', 'message', 'technology'],
  check: ({ message }: FormText) => (message?.trim() ? {} : { message: 'שדה חובה' }),
  input: (values, { body, sourceUrl }) => {
    const { where, message, technology, ...contact } = values as FormText
    return {
      ...contact,
      topic: 'accessibility',
      message: joinFields({ where, message, technology }),
      ...textsOf(body, ['privacyTextId']),
      sourceUrl,
    }
  },
  sent: (answer) => `/accessibility?ticket=${(answer as { ticketNumber: string }).ticketNumber}#sent`,
}

/** Joins the three fields into one text; an over-long message is passed through, so that validation refuses it. */
function joinFields({ where, message, technology }: FormText) {
  if ((message?.length ?? 0) > messageLimit) return message
  return [where && `עמוד: ${where}`, message, technology && `דפדפן וטכנולוגיה מסייעת: ${technology}`]
    .filter(Boolean)
    .join('\n')
}
