// Loads the conflicts of times that staff plan.
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import type { z } from '#lib/schema.ts'
import type { Plan, PlanAppointments } from './plan-appointments.ts'

export const planAppointments = (backend: Backend, query: z.input<typeof PlanAppointments>): Promise<Plan> =>
  invoke<Plan>(backend, 'plan-appointments', query)
