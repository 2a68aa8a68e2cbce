import { Plus, Trash } from 'lucide-react'
import type { EditedMaterial } from '#features/processes/template-editor.ts'
import { shifted } from '#features/processes/template-editor.ts'
import { OrderButtons } from '#platform/editing/order-buttons.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = { of: string; materials: readonly EditedMaterial[]; onChange: (materials: EditedMaterial[]) => void }

/** What the family reads and watches in a stage: links that appear in the portal once the stage opens. */
export function StageMaterialsEditor({ of, materials, onChange }: Props) {
  const set = (at: number, changes: Partial<EditedMaterial>) =>
    onChange(materials.map((one, i) => (i === at ? { ...one, ...changes } : one)))
  return (
    <fieldset className="template-tasks template-materials">
      <legend>חומרים שנפתחים עם השלב</legend>
      <ol>
        {/* By place: two materials may have one title, and none has an id. */}
        {materials.map((one, at) => {
          const name = one.title || `חומר ${at + 1}`
          return (
            <li key={at}>
              <TextField
                name={`material-title-${at}`}
                label="שם החומר"
                required
                maxLength={120}
                value={one.title}
                onChange={({ target }) => set(at, { title: target.value })}
              />
              <TextField
                name={`material-url-${at}`}
                label="קישור"
                required
                dir="ltr"
                inputMode="url"
                maxLength={1000}
                hint="כתובת שמתחילה ב־https, או עמוד באתר שלכם שמתחיל ב־/"
                value={one.url}
                onChange={({ target }) => set(at, { url: target.value })}
              />
              <span className="template-tasks__acts">
                <OrderButtons
                  name={name}
                  isFirst={at === 0}
                  isLast={at === materials.length - 1}
                  onMove={(by) => onChange(shifted(materials, at, by))}
                />
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  aria-label={`מחיקת ${name}`}
                  icon={<Icon of={Trash} />}
                  onClick={() => onChange(materials.filter((_, i) => i !== at))}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <Button
        size="sm"
        icon={<Icon of={Plus} />}
        aria-label={`חומר חדש בשלב ${of}`}
        onClick={() => onChange([...materials, { title: '', url: '' }])}
      >
        חומר
      </Button>
    </fieldset>
  )
}
