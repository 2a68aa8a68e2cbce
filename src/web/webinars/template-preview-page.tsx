// /template-preview/:templateId: the pages and mails of a webinar template with sample details, at a link that expires. The outer page has
// the preview options; the inner page, in a frame, shows what visitors would see, and is inert.
import './template-preview.css'
import type { Backend } from '#client/backend.ts'
import { MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import { readTemplatePreview, type TemplatePreview } from '#features/webinars/public/public-webinars.data.ts'
import { previewPath } from '#features/webinars/templates/webinar-template.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { readBlocks } from '#platform/pages/blocks.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Embeddable, PageProps, PageRequest } from '../pages.ts'
import { readBlockRows } from '../site/blocks/block-rows.ts'
import { type ContentBelow, belowOf, readProof } from './content-below.ts'
import { PreviewedPage } from './template-preview/previewed-page.tsx'
import { choicesOf, pageChoices, type PreviewChoices, stateChoices } from './template-preview/preview-choices.ts'

type Loaded = Embeddable & {
  template: TemplatePreview | undefined
  texts: ShownText[]
  below: ContentBelow | undefined
  token: string
  now: string
}
type Props = PageProps & Loaded

export async function load(backend: Backend, request: PageRequest): Promise<Loaded> {
  const token = request.query['r'] ?? ''
  const [template, texts] = await Promise.all([
    readTemplatePreview(backend, request.params['templateId'] ?? '', token),
    readShownTexts(backend),
  ])
  const isLanding = isInner(request) && choicesOf(request.query).page === 'landing'
  const below = template && isLanding ? await readTemplateBelow(backend, template.definition.page) : undefined
  return { template, texts, below, token, now: new Date().toISOString(), ...(isInner(request) && { framedBy: [] }) }
}

/** Blocks of the template's page; invalid stored blocks are skipped. */
async function readTemplateBelow(backend: Backend, page: readonly unknown[] | null | undefined): Promise<ContentBelow> {
  if (!page) return readProof(backend)
  const blocks = belowOf(readBlocks(page))
  return { blocks, rows: await readBlockRows(backend, blocks), isWhole: true }
}

export const head = ({ template }: Props) => privateHead(template ? `תצוגה מקדימה: ${template.name}` : 'הקישור נסגר')

export const bare = true

const isInner = ({ query }: PageRequest) => query['inner'] === '1'

export function View(props: Props) {
  const { template, token, request, texts, below, facts, now } = props
  if (!template)
    return (
      <MailedPage title="הקישור לתצוגה נסגר">
        <p>קישור לתצוגה מקדימה פתוח לזמן קצוב. אפשר לבקש קישור חדש ממי ששלחו אותו.</p>
        <p>
          <a href="/admin/webinar-templates">לצוות: לתבניות</a>
        </p>
      </MailedPage>
    )
  const choices = choicesOf(request.query)
  if (isInner(request)) return <PreviewedPage {...{ template, choices, texts, below, facts, request, now }} />
  const at = (change: Partial<PreviewChoices>, more = '') =>
    `${previewPath(template.template_id, token)}&${new URLSearchParams({ ...choices, ...change }).toString()}${more}`
  return (
    <div className="preview">
      <header className="preview__bar">
        <div className="preview__name">
          <h1>{template.name}</h1>
          <p>{`גרסה ${template.number} · הקישור פתוח עד ${formatLongDate(template.expires_at)}, ${formatTime(template.expires_at)}`}</p>
        </div>
        <Choice label="עמוד" options={pageChoices} value={choices.page} to={(page) => at({ page })} />
        {choices.page !== 'mails' && (
          <Choice label="מצב" options={stateChoices} value={choices.state} to={(state) => at({ state })} />
        )}
        <Choice
          label="מסך"
          options={{ desktop: 'מחשב', phone: 'טלפון' }}
          value={choices.device}
          to={(device) => at({ device })}
        />
        <Choice
          label="ערכה"
          options={{ light: 'בהירה', dark: 'כהה' }}
          value={choices.theme}
          to={(theme) => at({ theme })}
        />
        <Choice
          label="מיתוג"
          options={{ own: 'של העסק', neutral: 'ניטרלי' }}
          value={choices.brand}
          to={(brand) => at({ brand })}
        />
        <ButtonLink look="primary" href={`/admin/webinar-templates/${template.template_id}`}>
          שימוש בתבנית
        </ButtonLink>
      </header>
      <iframe
        className={`preview__frame preview__frame--${choices.device}`}
        title={`${pageChoices[choices.page]}, ${stateChoices[choices.state]}`}
        src={at({}, '&inner=1')}
      />
    </div>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  options: Readonly<Record<T, string>>
  value: T
  to: (value: T) => string
}

const Choice = <T extends string>({ label, options, value, to }: ChoiceProps<T>) => (
  <nav className="preview__choice" aria-label={label}>
    {(Object.entries(options) as [T, string][]).map(([option, text]) => (
      <a key={option} href={to(option)} {...(option === value && { 'aria-current': 'true' as const })}>
        {text}
      </a>
    ))}
  </nav>
)
