// Selects the schedule of a host to edit, adds one, and edits its name and zone.
import './schedule-choice.css'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { zonesWith, zoneText } from '#lib/time/visitor-zones.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { Schedule } from '../availability.ts'
import { ScheduleEdit, scheduleRefusals } from './schedule-edit.ts'
import { useDeleteSchedule, useSaveSchedule, useSchedules } from './schedules.data.ts'

type Props = { schedule: Schedule; onChoose: (id: string) => void }

export function ScheduleChoice({ schedule, onChoose }: Props) {
  const { data: all = [] } = useSchedules(schedule.user_id)
  const [opened, setOpened] = useState<'add' | 'edit' | 'delete'>()
  const close = () => setOpened(undefined)
  const isUsual = all[0]?.id === schedule.id
  return (
    <div className="schedule-choice">
      {all.length > 1 && (
        <SelectField
          name="schedule"
          label="לוח השעות"
          value={schedule.id}
          onChange={({ target }) => onChoose(target.value)}
        >
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <div className="schedule-choice__actions">
        <Button size="sm" icon={<Icon of={Plus} />} onClick={() => setOpened('add')}>
          לוח שעות נוסף
        </Button>
        <Button size="sm" icon={<Icon of={Pencil} />} onClick={() => setOpened('edit')}>
          שם ואזור זמן
        </Button>
        {all.length > 1 && !isUsual && (
          <Button size="sm" icon={<Icon of={Trash2} />} onClick={() => setOpened('delete')}>
            מחיקת הלוח
          </Button>
        )}
      </div>
      <RecordDialog
        open={opened === 'add' || opened === 'edit'}
        onClose={close}
        title={opened === 'edit' ? 'שם ואזור זמן' : 'לוח שעות נוסף'}
        {...(opened === 'add' && { text: 'מתחיל מהשעות של הלוח הנוכחי. סוג פגישה בוחר לפי איזה לוח הוא נקבע.' })}
      >
        <ScheduleForm schedule={schedule} isNew={opened === 'add'} onSaved={onChoose} />
      </RecordDialog>
      <DeleteDialog schedule={schedule} open={opened === 'delete'} onClose={close} onDeleted={() => onChoose('')} />
    </div>
  )
}

type FormProps = { schedule: Schedule; isNew: boolean; onSaved: (id: string) => void }

function ScheduleForm({ schedule, isNew, onSaved }: FormProps) {
  const saving = useSaveSchedule(schedule.user_id)
  const { seen, noteConflict } = useSeenRow(schedule)
  return (
    <RecordForm
      schema={ScheduleEdit}
      refusals={scheduleRefusals}
      save={(typed) =>
        noteConflict(saving.mutateAsync({ typed, hoursOf: schedule.id, ...(!isNew && { before: seen }) }))
      }
      saved={(id) => {
        toast.success('הלוח נשמר')
        onSaved(id)
      }}
      action="שמירה"
    >
      {(errors) => (
        <>
          <TextField
            name="name"
            label="שם"
            hint="למשל: ערבים"
            maxLength={60}
            defaultValue={isNew ? '' : schedule.name}
            error={errors['name']}
            required
          />
          <SelectField name="zone" label="השעות לפי" defaultValue={schedule.zone} error={errors['zone']}>
            {zonesWith(schedule.zone).map((zone) => (
              <option key={zone} value={zone}>
                {zoneText(zone)}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </RecordForm>
  )
}

type DeleteProps = { schedule: Schedule; open: boolean; onClose: () => void; onDeleted: () => void }

function DeleteDialog({ schedule, open, onClose, onDeleted }: DeleteProps) {
  const removing = useDeleteSchedule(schedule.user_id)
  const remove = () =>
    removing.mutate(schedule.id, {
      onSuccess() {
        onClose()
        toast.success('הלוח נמחק')
        onDeleted()
      },
      onError: (error) => toast.error(refusalText(error, scheduleRefusals)),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="למחוק את לוח השעות?"
      text={
        <>
          השעות והתאריכים של <bdi>{schedule.name}</bdi> יימחקו. פגישות שכבר נקבעו נשארות.
        </>
      }
    >
      <DialogActions>
        <Button look="danger" busy={removing.isPending} onClick={remove}>
          מחיקה
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
