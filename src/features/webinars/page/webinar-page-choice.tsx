import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { stateOf, useSitePages } from '#platform/pages/editing.data.ts'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'
import { PageStateBadge } from '#platform/pages/page-state-badge.tsx'
import { refusals } from '#platform/pages/pages.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { useSaveWebinar, type WebinarRow } from '../webinars.data.ts'
import { useAddWebinarPage } from './webinar-page.data.ts'

/** Selects the page of blocks below the registration; without one, the details are shown. */
export function WebinarPageChoice({ webinar }: { webinar: Pick<WebinarRow, 'id' | 'page_path'> }) {
  const { data: pages = [] } = useSitePages()
  const add = useAddWebinarPage()
  const save = useSaveWebinar()
  const navigate = useNavigate()
  const own = pages.filter(({ is_own: isOwn }) => isOwn)
  const page = own.find(({ path }) => path === webinar.page_path)
  return (
    <Block title="עמוד ההרשמה">
      <BlockText>
        {page
          ? page.published_version_id
            ? 'הכותרת, המועד והטופס באים מההדרכה, ומתחתיהם המקטעים של העמוד.'
            : 'העמוד עוד טיוטה. עד הפרסום מוצגים הפרטים שלמעלה, המלצות ושאלות נפוצות.'
          : 'מתחת לטופס מוצגים הפרטים שלמעלה, המלצות ושאלות נפוצות. אפשר גם לבנות את העמוד ממקטעים.'}
      </BlockText>
      {own.length > 0 && (
        <SelectField
          name="page_path"
          label="מה מתחת לטופס"
          value={page?.path ?? ''}
          disabled={save.isPending}
          onChange={({ target }) =>
            save.mutate(
              { id: webinar.id, page_path: target.value || null },
              { onSuccess: () => void toast.success('עמוד ההרשמה עודכן'), onError: failedStep },
            )
          }
        >
          <option value="">פרטי ההדרכה</option>
          {own.map(({ path, label }) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <div className="block__actions">
        {page ? (
          <>
            <PageStateBadge state={stateOf(page)} />
            <Link className={buttonClasses({})} to={pageEditorPath(page.path)}>
              עריכת המקטעים
            </Link>
          </>
        ) : (
          <Button
            busy={add.isPending}
            onClick={() =>
              add.mutate(webinar.id, {
                onSuccess: ({ path }) => void navigate(pageEditorPath(path)),
                onError: (error) => void toast.error(refusalText(error, refusals)),
              })
            }
          >
            בניית העמוד ממקטעים
          </Button>
        )}
      </div>
    </Block>
  )
}
