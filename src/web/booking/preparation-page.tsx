import '#features/booking/public/booking-summary.css'
import './preparation-page.css'
import { Printer } from 'lucide-react'
import type { Backend } from '#client/backend.ts'
import type { LinkedAppointment } from '#features/booking/manage/linked-appointment.ts'
import { readLinkedAppointment } from '#features/booking/manage/manage-page.data.ts'
import { Checklist } from '#features/booking/preparation/checklist.tsx'
import { preparationLists } from '#features/booking/preparation/preparation-lists.ts'
import type { PreparationValues } from '#features/booking/preparation/preparation-post.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../site/content.ts'
import { FlowTop } from './flow-top.tsx'

/** `token`: manage token of an appointment; undefined on the general page. */
type Loaded = SiteContent & { token: string | undefined; found: LinkedAppointment | undefined; now: number }
type Props = PageProps & Loaded

export const quiet = true

export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const token = formOf(request)?.values.ref ?? request.query['ref']
  const [content, found] = await Promise.all([
    readContent(backend, request),
    token === undefined ? undefined : readLinkedAppointment(backend, token),
  ])
  return content && { ...content, token, found, now: Date.now() }
}

export function head({ facts, ...content }: Props): Head {
  const general = contentHead(content, facts)
  // The URL of the checklist contains the manage token.
  return content.token === undefined ? general : { ...general, robots: 'noindex', image: null }
}

/** The guide to a first meeting. With the token of an appointment its steps are a checklist that is saved. */
export function View(props: Props) {
  const { page, rows, facts, token } = props
  const [opening, ...others] = page.blocks
  if (token === undefined)
    return (
      <>
        <FlowTop business={facts.business} />
        {opening && <Blocks blocks={[opening]} facts={facts} rows={rows} />}
        <p className="wrap preparation__print">
          <Button type="button" icon={<Icon of={Printer} />} data-print="" hidden>
            להדפסת השאלות
          </Button>
        </p>
        <Blocks blocks={others} facts={facts} rows={rows} />
      </>
    )
  const shown = props.found ? others.filter(({ kind }) => kind !== 'steps' && kind !== 'closing') : others
  return (
    <>
      <FlowTop business={facts.business} />
      {opening && <Blocks blocks={[opening]} facts={facts} rows={rows} />}
      <section className="section" id="checklist">
        <div className="wrap">
          <Personal {...props} token={token} />
        </div>
      </section>
      <Blocks blocks={shown} facts={facts} rows={rows} />
    </>
  )
}

function Personal({ page, facts, request, found, token, now }: Props & { token: string }) {
  const form = formOf(request)
  if (!found)
    return (
      <p className="wrap--text">
        הקישור אינו מוכר, ולכן זו הרשימה הכללית. הרשימה שלכם נפתחת מעמוד הפגישה, בקישור שבדוא״ל.
      </p>
    )
  return (
    <Checklist
      token={token}
      found={found}
      now={now}
      lists={preparationLists(page.blocks, facts.business)}
      done={form?.values.items ?? found.prepared}
      isSaved={request.query['saved'] !== undefined}
      problem={form?.problem}
    />
  )
}

const formOf = ({ form }: PageRequest) => form as FormState<PreparationValues> | undefined
