import './review-link-parts.css'
import type { Backend } from '#client/backend.ts'
import { MailedPage, privateHead, ButtonForm } from '#features/newsletter/mailed-page.tsx'
import { readAuthorsLink } from '#features/reviews/links/mailed-link.data.ts'
import type { AuthorsLink } from '#features/reviews/reviews.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import type { PageRequest } from '../pages.ts'
import { ExpiredLink, ReviewQuote, AllReviewsLink, UnknownLink } from './review-link-parts.tsx'

type Props = { request: PageRequest; found: AuthorsLink | undefined }

export const load = async (backend: Backend, { params }: PageRequest) => ({
  found: await readAuthorsLink(backend, params['token'] ?? '', 'wording'),
})

const titles: Record<AuthorsLink['state'] | 'unknown', string> = {
  open: 'נוסח אחר למה שכתבתם',
  approved: 'הנוסח החדש אושר',
  declined: 'נשארים עם מה שכתבתם',
  withdrawn: 'הנוסח הזה כבר לא מוצע',
  expired: 'תוקף הקישור הסתיים',
  unknown: 'הקישור אינו מוכר',
}

export const head = ({ found }: Props) => privateHead(titles[found?.state ?? 'unknown'])

/** The author accepts or rejects a proposed wording. GET changes nothing; without consent the original text remains. */
export function View({ request: { params, form, query }, found }: Props) {
  const address = `/reviews/wording/${encodeURIComponent(params['token'] ?? '')}`
  const { problem } = (form ?? {}) as Partial<FormState>
  return (
    <MailedPage title={titles[found?.state ?? 'unknown']}>
      {problem && <ErrorText>{problem}</ErrorText>}
      {found?.state === 'open' && (
        <>
          <p>כך היינו רוצים להציג את הדברים. זה יעמוד באתר רק אם תאשרו, ובלי תשובה לא ישתנה דבר.</p>
          <ReviewQuote
            title="הנוסח שאנחנו מציעים"
            name={found.shown_name}
            rating={found.rating}
            body={found.proposed}
            isNew
          />
          <ReviewQuote title="הנוסח הקיים" name={found.shown_name} rating={found.rating} body={found.body} />
          <div className="review-mailed__acts">
            <ButtonForm action={address}>
              <Button look="primary" size="lg" type="submit">
                אישור הנוסח החדש
              </Button>
            </ButtonForm>
            <ButtonForm action={`${address}/keep`}>
              <Button look="secondary" size="lg" type="submit">
                להשאיר את מה שכתבתי
              </Button>
            </ButtonForm>
          </div>
        </>
      )}
      {found?.state === 'approved' && (
        <>
          <p>תודה. מעכשיו אלה המילים שיעמדו לצד השם שלכם:</p>
          <ReviewQuote name={found.shown_name} rating={found.rating} body={found.body} />
          <AllReviewsLink />
        </>
      )}
      {(found?.state === 'declined' || found?.state === 'withdrawn') && (
        <>
          <p>
            {found.state === 'declined'
              ? 'תודה. לא שינינו מילה:'
              : 'ויתרנו עליו, או ששלחנו אחריו אחר. אלה המילים שעומדות היום:'}
          </p>
          <ReviewQuote name={found.shown_name} rating={found.rating} body={found.body} />
          <AllReviewsLink />
        </>
      )}
      {found?.state === 'expired' && <ExpiredLink address={address} isSent={query['sent'] !== undefined} />}
      {!found && <UnknownLink />}
    </MailedPage>
  )
}
