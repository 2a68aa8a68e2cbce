// The legal pages: status, publishing blockers, shared data.
import './legal-screen.css'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import {
  type LegalVersionLine,
  useClaims,
  useLegalFacts,
  useLegalTexts,
  useLegalVersions,
  useMarkReviewed,
} from '#features/legal/legal-editing.data.ts'
import { useLegalSettings } from '#features/legal/legal-settings.data.ts'
import {
  type LegalKey,
  legalKeys,
  legalPages,
  type LegalText,
  missingFacts,
  missingLabel,
} from '#features/legal/legal.ts'
import { ReviewBanner } from '#features/legal/review-banner.tsx'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { ClaimsCard } from './claims-card.tsx'
import { LegalFactsForm } from './legal-facts-form.tsx'

export function Component() {
  useScreenTitle('מסמכים משפטיים')
  const mayDecide = isAdmin(useOwnRoles())
  const texts = useLegalTexts()
  const versions = useLegalVersions()
  const facts = useLegalFacts()
  const claims = useClaims()
  const settings = useLegalSettings()
  const all = [texts, versions, facts, claims, settings]
  const failed = all.find((query) => query.isLoadingError)
  if (failed)
    return (
      <FailedToLoad
        insteadOf={failed.data}
        error={failed.error}
        onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}
      />
    )
  if (!texts.data || !versions.data || !facts.data || !claims.data || !settings.isSuccess)
    return <Loading page size="lg" />
  const confirmed = claims.data.map(({ claim }) => claim)
  return (
    <>
      <ReviewBanner action={mayDecide && <MarkReviewed />} />
      <Table label="המסמכים המשפטיים">
        <thead>
          <tr>
            <th scope="col">מסמך</th>
            <th scope="col">מצב</th>
            <th scope="col" className="legal-row__missing">
              חסר כדי לפרסם
            </th>
            <th scope="col">
              <span className="vh">צפייה</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {legalKeys.map((key) => (
            <Row
              key={key}
              legalKey={key}
              text={texts.data.find((text) => text.key === key)!}
              published={versions.data.find(({ text_key }) => text_key === key)}
              missing={(text) => missingFacts(text, facts.data, confirmed).map(missingLabel)}
            />
          ))}
        </tbody>
      </Table>
      <div className="legal-basis">
        <LegalFactsForm latest={settings.data} mayDecide={mayDecide} />
        <ClaimsCard claims={claims.data} mayDecide={mayDecide} />
      </div>
      {settings.data?.reviewed_at && mayDecide && <UndoReviewMark at={settings.data.reviewed_at} />}
    </>
  )
}

type RowProps = {
  legalKey: LegalKey
  text: LegalText
  published: LegalVersionLine | undefined
  missing: (words: string) => string[]
}

function Row({ legalKey, text, published, missing }: RowProps) {
  const { title, path } = legalPages[legalKey]
  const lacks = missing(`${text.updated_line} ${text.body}`)
  const isChanged = published && (published.body !== text.body || published.updated_line !== text.updated_line)
  return (
    <tr>
      <td className="legal-row__name">
        <Link to={`/crm/site/legal/${legalKey}`}>{title}</Link>
        {published && (
          <small>
            גרסה {published.number}, {formatDate(published.published_at)}
          </small>
        )}
        {lacks.length > 0 && <small className="legal-row__lacks">חסר: {lacks.join(', ')}</small>}
      </td>
      <td>
        {!published && <Badge kind="outline">לא פורסם</Badge>}
        {published && !isChanged && <Badge kind="success">מפורסם</Badge>}
        {isChanged && <Badge kind="accent">יש שינויים שלא פורסמו</Badge>}
      </td>
      <td className="legal-row__missing">{lacks.length > 0 ? lacks.join(', ') : <Nothing />}</td>
      <td className="legal-row__see">
        {published && (
          <a href={path} target="_blank" rel="noreferrer" aria-label={`צפייה בעמוד ${title}, בחלון חדש`}>
            <Icon of={ExternalLink} />
          </a>
        )}
      </td>
    </tr>
  )
}

const Nothing = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="vh">לא חסר דבר</span>
  </>
)

function MarkReviewed() {
  const mark = useMarkReviewed()
  async function markReviewed() {
    try {
      // Awaited instead of mutation callbacks: those are dropped when the reminder unmounts after the refetch.
      await mark.mutateAsync(true)
      toast.success('נרשם שהנוסחים נבדקו, בשמכם ובתאריך של היום')
    } catch (error) {
      toast.error(refusalText(error))
    }
  }
  return (
    <Button size="sm" busy={mark.isPending} onClick={() => void markReviewed()}>
      הנוסחים נבדקו
    </Button>
  )
}

function UndoReviewMark({ at }: { at: string }) {
  const mark = useMarkReviewed()
  return (
    <p className="legal-reviewed">
      הנוסחים המפורסמים סומנו כנבדקים ב־{formatDate(at)}. פרסום של נוסח אחר מבטל את הסימון.{' '}
      <Button
        look="link"
        busy={mark.isPending}
        onClick={() => mark.mutate(false, { onError: (error) => toast.error(refusalText(error)) })}
      >
        ביטול הסימון
      </Button>
    </p>
  )
}
