import type { EditedMaterial } from '#features/processes/template-editor.ts'
import { TextField } from '#ui/forms/field.tsx'
import { StageListEditor } from './stage-list-editor.tsx'

type Props = { of: string; materials: readonly EditedMaterial[]; onChange: (materials: EditedMaterial[]) => void }

/** Materials of a stage: links that are shown in the portal once the stage opens. */
export const StageMaterialsEditor = ({ of, materials, onChange }: Props) => (
  <StageListEditor
    legend="חומרים שנפתחים עם השלב"
    className="template-materials"
    items={materials}
    nameOf={({ title }, place) => title || `חומר ${place}`}
    add="חומר"
    addLabel={`חומר חדש בשלב ${of}`}
    empty={() => ({ title: '', url: '' })}
    onChange={onChange}
  >
    {(one, at, set) => (
      <>
        <TextField
          name={`material-title-${at}`}
          label="שם החומר"
          required
          maxLength={120}
          value={one.title}
          onChange={({ target }) => set({ title: target.value })}
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
          onChange={({ target }) => set({ url: target.value })}
        />
      </>
    )}
  </StageListEditor>
)
