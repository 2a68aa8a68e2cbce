// /lead/:slug/file/:token: download page of a mailed link. A GET changes nothing; the button downloads.
import type { Backend } from '#client/backend.ts'
import { filePath, leadPath, refusals } from '#features/lead-magnets/lead-magnets.ts'
import {
  type LinkedLeadMagnet,
  readLinkedLeadMagnet,
  readShownLeadMagnets,
  type ShownLeadMagnet,
} from '#features/lead-magnets/public.data.ts'
import { ButtonForm, MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import type { FormState } from '#lib/forms/form-post.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { formatFileSize } from '#lib/format-file-size.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import type { PageProps, PageRequest } from '../pages.ts'
import { newsletterTexts } from '../landing/newsletter-texts.ts'

type Loaded = { link: LinkedLeadMagnet | undefined; others: ShownLeadMagnet[]; texts: ShownText[] }
type Props = PageProps & Loaded

export async function load(backend: Backend, { params }: PageRequest): Promise<Loaded> {
  const [link, shown, texts] = await Promise.all([
    readLinkedLeadMagnet(backend, params['token'] ?? ''),
    readShownLeadMagnets(backend),
    readShownTexts(backend),
  ])
  return { link, others: shown.filter(({ slug }) => slug !== link?.slug), texts }
}

const titles: Record<Exclude<LinkedLeadMagnet['state'], 'open'> | 'unknown', string> = {
  stopped: 'הקישור הזה כבר אינו פעיל',
  gone: 'הקובץ הזה כבר אינו זמין',
  expired: 'תוקף הקישור הסתיים',
  used_up: 'הקישור נוצל כל הפעמים שאפשר',
  unknown: 'הקישור אינו מוכר',
}

const titleOf = (link: LinkedLeadMagnet | undefined) =>
  link?.state === 'open' ? link.title : titles[link?.state ?? 'unknown']

export const head = ({ link }: Props) => privateHead(titleOf(link))

export function View({ link, others, texts, facts, request }: Props) {
  const { params, query, form } = request
  const path = filePath(params['slug'] ?? '', encodeURIComponent(params['token'] ?? ''))
  const { problem } = (form ?? {}) as Partial<FormState>
  const newsletterText = newsletterTexts(texts, facts)
  return (
    <MailedPage title={titleOf(link)} email={link?.email}>
      {problem && <ErrorText>{problem}</ErrorText>}
      <ActionNotice query={query} />
      {link ? <Download link={link} path={path} /> : <Unknown slug={params['slug'] ?? ''} />}
      {link && link.state !== 'stopped' && !link.is_subscribed && !query['joined'] && newsletterText && (
        <section className="mailed-page__card" aria-labelledby="newsletter-title">
          <h2 id="newsletter-title">רוצים לקבל תוכן דומה פעם בשבוע?</h2>
          <p>{newsletterText.text}.</p>
          <form method="post" action={`${path}/newsletter`}>
            <input type="hidden" name="newsletterTextId" value={newsletterText.id} />
            <Button look="secondary" type="submit">
              כן, אשמח להצטרף
            </Button>
          </form>
        </section>
      )}
      {link && link.state !== 'stopped' && others.length > 0 && <OtherLeadMagnets others={others} path={path} />}
    </MailedPage>
  )
}

const done = {
  begun: 'התחלנו. ההודעה הראשונה בדרך אליכם.',
  renewed: 'שלחנו קישור חדש לאותה כתובת.',
  joined: 'הצטרפתם לניוזלטר. בכל הודעה יש קישור להסרה.',
} as const

function ActionNotice({ query }: Pick<PageRequest, 'query'>) {
  const what = (Object.keys(done) as (keyof typeof done)[]).find((name) => query[name])
  return (
    what && (
      <p className="mailed-page__note" id="sent" tabIndex={-1}>
        {done[what]}
      </p>
    )
  )
}

function Download({ link, path }: { link: LinkedLeadMagnet; path: string }) {
  const { state, has_file: hasFile, asset_bytes: bytes, asset_type: type, slug } = link
  if (state === 'open')
    return (
      <>
        <p>
          {!hasFile
            ? 'בלחיצה על הכפתור מתחילים, וההודעות מגיעות לכתובת הזאת.'
            : 'בלחיצה על הכפתור הקובץ יורד למכשיר. אפשר לחזור לכאן ולהוריד שוב כל עוד הקישור בתוקף.'}
        </p>
        <ButtonForm action={path}>
          <Button look="primary" size="lg" type="submit">
            {hasFile ? `להורדת הקובץ (${describe(type, bytes)})` : 'להתחלה'}
          </Button>
        </ButtonForm>
      </>
    )
  if (state === 'expired' || state === 'used_up')
    return (
      <>
        <p>
          {state === 'expired' ? 'הקישור היה תקף לשבעה ימים.' : 'כדי שהקישור יישאר אישי, אפשר להשתמש בו עשר פעמים.'}{' '}
          בלחיצה אחת נשלח קישור חדש לאותה כתובת.
        </p>
        <ButtonForm action={`${path}/renew`}>
          <Button look="primary" size="lg" type="submit">
            שליחת קישור חדש
          </Button>
        </ButtonForm>
      </>
    )
  return state === 'stopped' ? (
    <>
      <p>הכתובת של הבקשה תוקנה, והקישור נשלח לכתובת הנכונה. אפשר גם לבקש את המדריך כאן.</p>
      <p>
        <ButtonLink href={leadPath(slug)} look="primary" size="lg">
          לטופס
        </ButtonLink>
      </p>
    </>
  ) : (
    <>
      <p>{refusals.lead_magnet_gone}. נשמח לעזור בדרך אחרת.</p>
      <p>
        <ButtonLink href="/contact" look="secondary">
          ליצירת קשר
        </ButtonLink>
      </p>
    </>
  )
}

const Unknown = ({ slug }: { slug: string }) => (
  <>
    <p>ייתכן שהקישור הועתק בחלקו. אפשר לבקש את המדריך שוב, וזה לוקח רגע.</p>
    <p>
      <ButtonLink href={leadPath(slug)} look="primary" size="lg">
        לטופס
      </ButtonLink>
    </p>
  </>
)

/** One-click sign-ups: the link has verified the address, so no input is needed. */
const OtherLeadMagnets = ({ others, path }: { others: readonly ShownLeadMagnet[]; path: string }) => (
  <section className="mailed-page__card" aria-labelledby="others-title">
    <h2 id="others-title">עוד מדריכים, בלחיצה אחת לאותה כתובת</h2>
    {others.map(({ slug, title, description }) => (
      <form key={slug} method="post" action={`${path}/another`}>
        <input type="hidden" name="other" value={slug} />
        <p>
          <b>{title}</b>
          {description && <small> {description}</small>}
        </p>
        <Button look="soft" size="sm" type="submit" aria-label={`שליחה אליי: ${title}`}>
          שליחה אליי
        </Button>
      </form>
    ))}
  </section>
)

/** A built-in guide is a PDF whose size is known after the first download. */
const describe = (type: string | null, bytes: number | null) =>
  [nameOfType(type ?? 'application/pdf'), bytes !== null && formatFileSize(bytes)].filter(Boolean).join(', ')

const nameOfType = (type: string) =>
  type === 'application/pdf' ? 'PDF' : type.startsWith('image/') ? 'תמונה' : 'גיליון'
