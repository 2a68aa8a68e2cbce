import '#features/legal/legal-sheet.css'
import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { AccessibilityForm } from '#features/legal/accessibility-form.tsx'
import { legalPages } from '#features/legal/legal.ts'
import { type PublishedLegal, readPublishedLegal } from '#features/legal/legal.data.ts'
import { LegalSheet } from '#features/legal/legal-sheet.tsx'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { FormSuccess } from '#ui/forms/form-success.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { Head, PageProps } from '../pages.ts'

type Props = PageProps & { published: PublishedLegal; texts: ShownText[] }

const { title, description } = legalPages.accessibility

export async function load(backend: Backend) {
  const [published, texts] = await Promise.all([readPublishedLegal(backend, 'accessibility'), readShownTexts(backend)])
  return published && { published, texts }
}

export function head({ request, published }: Props): Head {
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return {
    title: errorMessage ? `${errorMessage} – ${title}` : title,
    description,
    modifiedAt: published.version.published_at,
    ...(request.query['ticket'] !== undefined && { robots: 'noindex' }),
  }
}

/** The accessibility statement, with a form to report a barrier. */
export function View({ facts, request, published, texts }: Props) {
  const ticket = request.query['ticket']
  return (
    <LegalSheet legalKey="accessibility" published={published}>
      <section className="legal__form" aria-labelledby="barrier">
        {ticket !== undefined && /^\d{1,12}$/.test(ticket) ? (
          <FormSuccess
            title={
              <>
                תודה, הפנייה התקבלה. מספר פנייה: <Ltr>{ticket}</Ltr>
              </>
            }
          >
            <p>נשיב בתוך 7 ימי עסקים.</p>
          </FormSuccess>
        ) : (
          <>
            <h2 id="barrier">נתקלתם במשהו שאינו נגיש?</h2>
            <p>ספרו לנו מה קרה ואיפה. הפנייה מקבלת מספר ומגיעה ישר למי שמטפלים בנגישות.</p>
            <AccessibilityForm state={request.form as FormState | undefined} notice={<NoticeShown texts={texts} />} />
            <PrivacyNotice texts={texts} facts={facts} />
          </>
        )}
      </section>
    </LegalSheet>
  )
}
