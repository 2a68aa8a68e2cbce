// Editor of a legal text: source at the right, preview at the left.
import './legal-text-screen.css'
import { ArrowRight, History } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import {
  LegalTextConflict,
  useClaims,
  useLegalFacts,
  useOpenedLegalText,
  useSaveLegalText,
} from '#features/legal/legal-editing.data.ts'
import {
  bodyLimit,
  type LegalFacts,
  type LegalKey,
  legalKeys,
  legalPages,
  type LegalText,
  missingFacts,
  missingLabel,
  refusals,
} from '#features/legal/legal.ts'
import { monthAndYear } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { LegalHistory } from './legal-history.tsx'
import { LegalPreview } from './legal-preview.tsx'
import { MarkupHelp } from './markup-help.tsx'
import { PublishLegal } from './publish-legal.tsx'

export function Component() {
  const { key } = useParams()
  const known = legalKeys.find((one) => one === key)
  return known ? <Opened key={known} legalKey={known} /> : <NotFound />
}

function Opened({ legalKey }: { legalKey: LegalKey }) {
  useScreenTitle(legalPages[legalKey].title)
  const text = useOpenedLegalText(legalKey)
  const facts = useLegalFacts()
  const claims = useClaims()
  const failed = [text, facts, claims].find((query) => query.isLoadingError)
  if (failed) return <FailedToLoad insteadOf={failed.data} error={failed.error} onRetry={() => void failed.refetch()} />
  if (!text.data || !facts.data || !claims.data) return <Loading page size="lg" />
  return <Editor opened={text.data} facts={facts.data} confirmed={claims.data.map(({ claim }) => claim)} />
}

type LegalDraft = Pick<LegalText, 'body' | 'updated_line'>

function Editor({ opened, facts, confirmed }: { opened: LegalText; facts: LegalFacts; confirmed: string[] }) {
  const mayPublish = isAdmin(useOwnRoles())
  const [saved, setSaved] = useState(opened)
  const [words, setWords] = useState<LegalDraft>({ body: opened.body, updated_line: opened.updated_line })
  const [theirs, setTheirs] = useState<LegalText>()
  const [openDialog, setOpenDialog] = useState<'publish' | 'history'>()
  const saving = useSaveLegalText()
  const { title } = legalPages[opened.key]
  const isUnsaved = words.body !== saved.body || words.updated_line !== saved.updated_line
  useUnsaved(isUnsaved)
  const missing = missingFacts(`${words.updated_line} ${words.body}`, facts, confirmed).map(missingLabel)

  /** Resolves to the saved row, or undefined if saving failed. */
  async function save(over = saved): Promise<LegalText | undefined> {
    // A second save before the response would be refused as stale.
    if (saving.isPending) return undefined
    if (!isUnsaved && over === saved) return saved
    try {
      const now = await saving.mutateAsync({ seen: over, words })
      setSaved(now)
      setTheirs(undefined)
      toast.success('הטיוטה נשמרה. המבקרים באתר עוד רואים את מה שפורסם')
      return now
    } catch (error) {
      if (error instanceof LegalTextConflict) setTheirs(error.theirs)
      else toast.error(refusalText(error, refusals))
      return undefined
    }
  }

  return (
    <div className="view legal-editor">
      <div className="view__head">
        <div>
          <Link className="legal-editor__back" to="/crm/site/legal">
            <Icon of={ArrowRight} />
            כל המסמכים
          </Link>
          <h1>{title}</h1>
        </div>
        <div className="view__end">
          <Button look="ghost" icon={<Icon of={History} />} onClick={() => setOpenDialog('history')}>
            גרסאות
          </Button>
          <Button busy={saving.isPending} disabled={!isUnsaved} onClick={() => void save()}>
            שמירת טיוטה
          </Button>
          {mayPublish && (
            <Button
              look="primary"
              disabled={missing.length > 0}
              onClick={() => void save().then((now) => now && setOpenDialog('publish'))}
            >
              פרסום
            </Button>
          )}
        </div>
      </div>
      {missing.length > 0 && (
        <output className="legal-editor__missing">
          <b>כדי לפרסם חסר:</b> {missing.join(', ')}. <Link to="/crm/site/legal">למילוי הפרטים</Link>
        </output>
      )}
      {theirs && (
        <DraftConflictNotice
          theirs={theirs}
          onMine={() => void save(theirs)}
          onTheirs={() => {
            setSaved(theirs)
            setWords({ body: theirs.body, updated_line: theirs.updated_line })
            setTheirs(undefined)
          }}
        />
      )}
      <div className="legal-editor__in">
        <div className="legal-editor__words">
          <div className="legal-editor__date">
            <TextField
              name="updated_line"
              label="שורת העדכון"
              maxLength={200}
              autoComplete="off"
              value={words.updated_line}
              onChange={({ target }) => setWords({ ...words, updated_line: target.value })}
            />
            <Button
              size="sm"
              onClick={() => setWords({ ...words, updated_line: `עודכן לאחרונה: ${monthAndYear(new Date())}` })}
            >
              החודש
            </Button>
          </div>
          <TextAreaField
            name="body"
            label="הנוסח"
            rows={28}
            maxLength={bodyLimit}
            value={words.body}
            onChange={({ target }) => setWords({ ...words, body: target.value })}
          />
          <MarkupHelp />
        </div>
        <LegalPreview words={words} facts={facts} confirmed={confirmed} />
      </div>
      {openDialog === 'publish' && <PublishLegal saved={saved} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'history' && (
        <LegalHistory
          legalKey={opened.key}
          onClose={() => setOpenDialog(undefined)}
          onRestore={({ body, updated_line, number }) => {
            setWords({ body, updated_line })
            setOpenDialog(undefined)
            toast.info('שמרו או פרסמו כדי שהנוסח יישאר', { title: `גרסה ${number} כאן` })
          }}
        />
      )}
    </div>
  )
}

/** Resolves an edit conflict: the user's text is never replaced without their choice. */
function DraftConflictNotice({
  theirs,
  onMine,
  onTheirs,
}: {
  theirs: LegalText
  onMine: () => void
  onTheirs: () => void
}) {
  const name = useStaffName()(theirs.edited_by)
  return (
    <div className="legal-editor__theirs" role="alert">
      <p>
        בזמן שכתבתם נשמר כאן נוסח אחר{' '}
        {name && (
          <>
            (<bdi>{name}</bdi>)
          </>
        )}
        . מה שכתבתם נמצא בטופס ועוד לא נשמר.
      </p>
      <div>
        <Button size="sm" onClick={onMine}>
          שמירת הנוסח שלי
        </Button>
        <Button size="sm" onClick={onTheirs}>
          הצגת הנוסח שנשמר
        </Button>
      </div>
    </div>
  )
}
