// Internal links: dead links, links through redirects, orphan pages.
import { CornerUpLeft, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { siteWidePath } from '#platform/pages/pages.ts'
import { useSiteCheck } from '#features/seo/seo.data.ts'
import type { FaultyLink, SiteCheck } from '#features/seo/site-check.ts'
import { sitePath } from '#features/seo/seo.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { headEditorOf } from './tabs.ts'

export function Component() {
  useScreenTitle('קישורים')
  const { data: check, error, isFetching, isPending, refetch } = useSiteCheck()
  if (isPending) return <Loading page size="lg" text="קוראים את כל עמודי האתר…" />
  if (!check) return <FailedToLoad insteadOf={check} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="seo-bar">
        <p className="seo-note">{scanText(check)} קישורים לאתרים אחרים לא נבדקים.</p>
        <Button size="sm" busy={isFetching} icon={<Icon of={RotateCw} />} onClick={() => void refetch()}>
          בדיקה מחדש
        </Button>
      </div>
      {check.links.length === 0 && check.orphans.length === 0 ? (
        <EmptyState picture={false} text="כל הקישורים באתר מובילים לאן שצריך, ולכל עמוד יש דרך." />
      ) : (
        <>
          <Links links={check.links} onMended={() => void refetch()} />
          <Orphans orphans={check.orphans} />
        </>
      )}
    </>
  )
}

function scanText({ read, pages }: SiteCheck) {
  const all = count(read, { one: 'נקרא עמוד אחד.', two: 'נקראו שני עמודים.', other: 'נקראו # עמודים.' })
  return read < pages ? `${all} באתר יש ${pages.toLocaleString('he-IL')}.` : all
}

const linkErrorTexts: Record<FaultyLink['is'], string> = {
  broken: 'אין עמוד בכתובת',
  left_out: 'אין עמוד בכתובת, ולכן מוצגות רק המילים',
  no_place: 'העמוד קיים, המקום בתוכו לא',
  moved: 'מוביל דרך הפניה',
}

function Links({ links, onMended }: { links: readonly FaultyLink[]; onMended: () => void }) {
  const [from, setFrom] = useState<string>()
  if (links.length === 0) return null

  function close() {
    setFrom(undefined)
    onMended()
  }

  return (
    <section className="seo-links" aria-labelledby="seo-links">
      <h2 id="seo-links">קישורים לתיקון</h2>
      <Table label="קישורים לתיקון">
        <thead>
          <tr>
            <th scope="col">הקישור</th>
            <th scope="col">באיזה עמוד</th>
            <th scope="col">מה לא בסדר</th>
            <th scope="col">
              <span className="vh">פעולות</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <Row
              key={`${link.on} ${link.is} ${link.to} ${link.words}`}
              link={link}
              onLead={() => setFrom(sitePath(link.to))}
            />
          ))}
        </tbody>
      </Table>
      <RedirectDialog open={from !== undefined} from={from} onOpenChange={(open) => !open && close()} />
    </section>
  )
}

function Row({ link: { on, to, words, is, arrivesAt }, onLead }: { link: FaultyLink; onLead: () => void }) {
  return (
    <tr>
      <td className="seo-title">
        {words}
        <small>
          <Ltr>{to}</Ltr>
        </small>
      </td>
      <td className="seo-title">
        {on === siteWidePath ? (
          'סביב כל העמודים'
        ) : (
          <a href={on} target="_blank" rel="noreferrer">
            <Ltr>{on}</Ltr>
          </a>
        )}
      </td>
      <td className="seo-state">
        {linkErrorTexts[is]}
        {arrivesAt && (
          <small>
            כדאי לקשר ישר אל <Ltr>{arrivesAt}</Ltr>
          </small>
        )}
      </td>
      <td className="seo-acts">
        {is === 'broken' && (
          <Button size="sm" icon={<Icon of={CornerUpLeft} />} onClick={onLead} aria-label={`הפניה מ־${to}`}>
            הפניה
          </Button>
        )}
      </td>
    </tr>
  )
}

function Orphans({ orphans }: Pick<SiteCheck, 'orphans'>) {
  if (orphans.length === 0) return null
  return (
    <section className="seo-links" aria-labelledby="seo-orphans">
      <h2 id="seo-orphans">עמודים שאין אליהם דרך</h2>
      <p className="seo-note">
        הם פתוחים לכולם, אבל אף קישור באתר לא מוביל אליהם: קשה למצוא אותם, גם למנועי החיפוש. עמוד שמיועד רק למודעה או
        לקישור מבחוץ אפשר להסתיר מהחיפוש.
      </p>
      <ul className="seo-orphans">
        {orphans.map(({ path, title }) => (
          <li key={path}>
            <Link to={headEditorOf(path)}>{title}</Link> <Ltr>{path}</Ltr>
          </li>
        ))}
      </ul>
    </section>
  )
}
