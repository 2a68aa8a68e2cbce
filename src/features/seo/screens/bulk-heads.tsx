// Edits the titles and descriptions of many pages at once.
import { useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { type SavedOverride, useOverrides, useSaveOverrides } from '#features/seo/seo.data.ts'
import { lengths, refusals, SeoEdit, type SitePage } from '#features/seo/seo.ts'
import { count } from '#lib/hebrew/count.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { confirmLoss, useUnsaved } from '#ui/forms/unsaved.ts'
import { Table } from '#ui/lists/table.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { LengthMeter } from './length-meter.tsx'

type HeadTexts = { title: string; description: string }
/** `field` is set if one of the two fields is invalid. */
type Fault = { text: string; field?: PropertyKey | undefined }
type Props = { pages: readonly SitePage[]; onClose: () => void }

/** An empty field falls back to the page's own value. A row that cannot be saved retains its input. */
export function BulkHeads({ pages, onClose }: Props) {
  const { data: overrides, error, isPending, refetch } = useOverrides()
  if (isPending) return <Loading />
  if (!overrides) return <FailedToLoad insteadOf={overrides} error={error} onRetry={() => void refetch()} />
  return <Rows pages={pages} overrides={overrides} onClose={onClose} />
}

function Rows({ pages, overrides, onClose }: Props & { overrides: ReadonlyMap<string, SavedOverride> }) {
  const [typed, setTyped] = useState<ReadonlyMap<string, HeadTexts>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, Fault>>(new Map())
  const saving = useSaveOverrides()
  const stored = (path: string): HeadTexts => {
    const { title, description } = overrides.get(path) ?? { title: null, description: null }
    return { title: title ?? '', description: description ?? '' }
  }
  const changed = [...typed].filter(([path, texts]) => {
    const before = stored(path)
    return texts.title !== before.title || texts.description !== before.description
  })
  const put = (path: string, texts: HeadTexts) => setTyped((now) => new Map(now).set(path, texts))

  async function save() {
    if (saving.isPending) return
    const edits = changed.map(([path, texts]) => ({
      path,
      parsed: SeoEdit.safeParse(withRest(overrides.get(path), texts)),
    }))
    const refused = new Map<string, Fault>()
    for (const { path, parsed } of edits) {
      const issue = parsed.error?.issues[0]
      if (issue) refused.set(path, { text: issue.message, field: issue.path[0] })
    }
    const failures = await saving.mutateAsync(
      edits.flatMap(({ path, parsed }) =>
        parsed.success ? [{ path, seen: overrides.get(path) ?? null, edit: parsed.data }] : [],
      ),
    )
    for (const [path, failure] of failures)
      refused.set(path, { text: refusalCode(failure) === 'stale_version' ? stale : refusalText(failure, refusals) })
    setErrors(refused)
    // Also retains text that was edited during the save.
    setTyped((now) => new Map([...now].filter(([path, texts]) => refused.has(path) || texts !== typed.get(path))))
    const saved = changed.length - refused.size
    if (saved > 0)
      toast.success(
        count(saved, { one: 'עמוד אחד נשמר', two: 'שני עמודים נשמרו', other: '# עמודים נשמרו' }) +
          '. המבקרים ומנועי החיפוש כבר רואים את זה',
      )
  }
  useUnsaved(changed.length > 0)

  async function close() {
    if (changed.length === 0 || (await confirmLoss())) onClose()
  }

  return (
    <form
      className="seo-bulk"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="seo-bar">
        <p className="seo-note">שדה ריק משאיר את הנוסח של העמוד עצמו, שמופיע בו באפור.</p>
        <div className="seo-bar__end">
          <Button onClick={() => void close()} disabled={saving.isPending}>
            חזרה לטבלה
          </Button>
          <Button type="submit" look="primary" busy={saving.isPending} disabled={changed.length === 0}>
            {saving.isPending ? 'שומרים' : changed.length > 0 ? `שמירה (${changed.length})` : 'שמירה'}
          </Button>
        </div>
      </div>
      <Table label="כותרות ותיאורים">
        <thead>
          <tr>
            <th scope="col">עמוד</th>
            <th scope="col">כותרת</th>
            <th scope="col">תיאור</th>
          </tr>
        </thead>
        <tbody>
          {pages.map(({ path, own }, row) => {
            const texts = typed.get(path) ?? stored(path)
            const errorText = errors.get(path)
            const linksOf = (field: keyof HeadTexts) =>
              errorText && { 'aria-describedby': `seo-fault-${row}`, 'aria-invalid': errorText.field === field }
            return (
              <tr key={path}>
                <th scope="row" className="seo-title">
                  <Ltr>{path}</Ltr>
                  <div role="alert">{errorText && <ErrorText id={`seo-fault-${row}`}>{errorText.text}</ErrorText>}</div>
                </th>
                <td>
                  <input
                    className="input"
                    aria-label={`כותרת: ${path}`}
                    {...linksOf('title')}
                    value={texts.title}
                    placeholder={own.title}
                    maxLength={lengths.title.most}
                    dir="auto"
                    onChange={(event) => put(path, { ...texts, title: event.target.value })}
                  />
                  <LengthMeter kind="title" text={texts.title || own.title} />
                </td>
                <td>
                  <textarea
                    className="input"
                    aria-label={`תיאור: ${path}`}
                    {...linksOf('description')}
                    value={texts.description}
                    placeholder={own.description}
                    maxLength={lengths.description.most}
                    rows={3}
                    dir="auto"
                    onChange={(event) => put(path, { ...texts, description: event.target.value.replaceAll('\n', ' ') })}
                  />
                  <LengthMeter kind="description" text={texts.description || own.description} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </form>
  )
}

const stale = 'העמוד נשמר בינתיים במקום אחר. הנוסח שלכם עדיין כאן, ושמירה נוספת תחליף את האחר'

/** The other values of the override do not change. */
const withRest = (before: SavedOverride | undefined, texts: HeadTexts) => ({
  ...texts,
  canonical: before?.canonical ?? '',
  image_id: before?.image_id ?? null,
  image_alt: before?.image_alt ?? '',
  is_hidden: before?.is_hidden ?? false,
})
