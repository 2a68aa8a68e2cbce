import { RotateCcw } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useCallback, useState } from 'react'
import { defaultColours, isHexColour, type Seed, seeds } from '#platform/business-profile/brand.ts'
import type { EditableBusiness, StoredProfile } from '#platform/business-profile/business-edit.data.ts'
import { isSame } from '#platform/business-profile/profile-changes.ts'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { BrandPreview } from '#platform/business-profile/screens/brand-preview.tsx'
import { ColourField } from '#platform/business-profile/screens/colour-field.tsx'
import { ContrastList, measure, type ContrastRatios } from '#platform/business-profile/screens/contrast-list.tsx'
import { ConcurrentSaveNote } from '#platform/business-profile/screens/concurrent-save-note.tsx'
import { type StaffName, useProfileForm } from './use-profile-form.ts'

type Colours = Record<Seed, string>

/** The three seed colours with a live preview before saving. */
export function ColoursForm({ business, staffName }: { business: EditableBusiness; staffName: StaffName }) {
  const { base, formKey, concurrentSave, isSaving, save, reset } = useProfileForm(business, staffName)
  return (
    <Form
      key={formKey}
      begin={coloursOf(base)}
      isSaving={isSaving}
      onSave={(colours, isEdited) => save({ brand_colors: isSame(colours, defaultColours) ? null : colours }, isEdited)}
      onReset={reset}
      note={concurrentSave && <ConcurrentSaveNote {...concurrentSave} />}
    />
  )
}

const coloursOf = (profile: StoredProfile | null): Colours => ({ ...defaultColours, ...profile?.brand_colors })

type Props = {
  begin: Colours
  isSaving: boolean
  /** `isEdited` returns whether the form was edited after the submit. */
  onSave: (colours: Colours, isEdited: () => boolean) => void
  onReset: () => void
  note: ReactNode
}

function Form({ begin, isSaving, onSave, onReset, note }: Props) {
  // A string, because each render creates a new object of the same colours.
  const form = useUnsavedForm(Object.values(begin).join())
  const [typed, setTyped] = useState(begin)
  // The preview keeps the last valid colours.
  const [shown, setShown] = useState(begin)
  const [measured, setMeasured] = useState<ContrastRatios>()
  const look = useCallback((preview: HTMLElement | null) => {
    if (preview) setMeasured(measure(preview))
  }, [])
  const isWrong = seeds.some((seed) => !isHexColour(typed[seed]))

  function choose(colours: Colours) {
    setTyped(colours)
    if (seeds.every((seed) => isHexColour(colours[seed]))) setShown(colours)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (isWrong) return element.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (!isSaving) onSave(lowered(typed), () => seeds.some((seed) => new FormData(element).get(seed) !== typed[seed]))
  }
  return (
    <form ref={form} className="settings__form" onSubmit={submit} noValidate>
      {note}
      <SettingsCard
        title="צבעי המותג"
        action={
          <Button size="sm" look="ghost" icon={<Icon of={RotateCcw} />} onClick={() => choose({ ...defaultColours })}>
            ברירת מחדל
          </Button>
        }
      >
        <div className="brand__seeds">
          {seeds.map((seed) => (
            <ColourField
              key={seed}
              seed={seed}
              value={typed[seed]}
              onChange={(colour) => choose({ ...typed, [seed]: colour })}
            />
          ))}
        </div>
        <ContrastList colours={shown} measured={measured} />
      </SettingsCard>
      <SettingsCard title="תצוגה מקדימה">
        {/* Keyed by colours: contrast is measured when the new preview mounts. */}
        <BrandPreview key={Object.values(shown).join()} colours={shown} ref={look} />
      </SettingsCard>
      <div className="settings__end">
        <Button type="submit" look="primary" busy={isSaving}>
          {isSaving ? 'שומרים' : 'שמירת השינויים'}
        </Button>
        <Button look="ghost" onClick={onReset}>
          ביטול
        </Button>
      </div>
    </form>
  )
}

const lowered = (colours: Colours) =>
  Object.fromEntries(seeds.map((seed) => [seed, colours[seed].toLowerCase()])) as Colours
