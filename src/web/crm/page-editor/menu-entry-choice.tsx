import { Link } from 'react-router'
import { maxMenuLinks } from '#platform/pages/live-blocks/menu.ts'
import { type MenuState, menuWords } from '#platform/pages/menu-entry.ts'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'
import { framePath } from '#platform/pages/pages.ts'
import { CheckField } from '#ui/forms/field.tsx'

/**
 * Whether the publication of a page also adds a link to it to the menu. Renders nothing if the menu already has this
 * link.
 */
export function MenuEntryChoice({
  state,
  label,
  checked,
  onChange,
}: {
  state: MenuState | undefined
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  if (state === 'out')
    return (
      <CheckField
        name="in-menu"
        label="להוסיף לתפריט האתר עם הפרסום"
        hint={
          <>
            בתפריט ייכתב: <bdi>{menuWords(label)}</bdi>
          </>
        }
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  if (state === 'full')
    return (
      <p className="hint">
        תפריט האתר מלא: יש בו כבר {maxMenuLinks} קישורים. כדי להוסיף את העמוד, קודם מסירים קישור ב
        <Link to={pageEditorPath(framePath)}>תפריט ותחתית</Link>.
      </p>
    )
  return null
}
