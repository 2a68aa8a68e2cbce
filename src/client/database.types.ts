// Written by node scripts/schema.ts from a migrated database; a test compares it. Change the SQL files, then write it again.
import type { Shape } from './column-shapes.ts'

/** A jsonb object. Its members are declared by the module's contract. */
type JsonObject = { [key: string]: unknown }
export type Json = string | number | boolean | null | JsonObject | readonly unknown[]

export type Database = {
  public: {
    Tables: {
      action_links: {
        Row: {
          address_hash: string
          contact_id: string
          created_at: string
          entity_id: string
          expires_at: string
          kind: 'task' | 'message' | 'metric'
          revoked_at: string | null
          token_hash: string
          used_at: string | null
        }
        Insert: {
          address_hash: string
          contact_id: string
          created_at?: string
          entity_id: string
          expires_at: string
          kind: 'task' | 'message' | 'metric'
          revoked_at?: string | null
          token_hash: string
          used_at?: string | null
        }
        Update: {
          address_hash?: string
          contact_id?: string
          created_at?: string
          entity_id?: string
          expires_at?: string
          kind?: 'task' | 'message' | 'metric'
          revoked_at?: string | null
          token_hash?: string
          used_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'action_links_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      activities: {
        Row: {
          actor_id: string | null
          actor_kind: 'user' | 'contact' | 'system' | 'automation'
          contact_id: string
          deleted_at: string | null
          happened_at: string
          id: string
          is_demo: boolean
          opportunity_id: string | null
          payload: Shape<'activities.payload', JsonObject>
          pinned_at: string | null
          related_id: string | null
          related_type: string | null
          title_cache: string
          type: string
          version: number
          visibility: 'staff' | 'client'
        }
        Insert: {
          actor_id?: string | null
          actor_kind?: 'user' | 'contact' | 'system' | 'automation'
          contact_id: string
          deleted_at?: string | null
          happened_at?: string
          id?: string
          is_demo?: boolean
          opportunity_id?: string | null
          payload?: Shape<'activities.payload', JsonObject>
          pinned_at?: string | null
          related_id?: string | null
          related_type?: string | null
          title_cache?: string
          type: string
          version?: number
          visibility?: 'staff' | 'client'
        }
        Update: {
          actor_id?: string | null
          actor_kind?: 'user' | 'contact' | 'system' | 'automation'
          contact_id?: string
          deleted_at?: string | null
          happened_at?: string
          id?: string
          is_demo?: boolean
          opportunity_id?: string | null
          payload?: Shape<'activities.payload', JsonObject>
          pinned_at?: string | null
          related_id?: string | null
          related_type?: string | null
          title_cache?: string
          type?: string
          version?: number
          visibility?: 'staff' | 'client'
        }
        Relationships: [{ foreignKeyName: 'activities_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'activities_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }]
      }
      allocation_thresholds: {
        Row: {
          net_agorot: number
          valid_from: string
        }
        Insert: {
          net_agorot: number
          valid_from: string
        }
        Update: {
          net_agorot?: number
          valid_from?: string
        }
        Relationships: []
      }
      answer_ratings: {
        Row: {
          first_at: string
          helped: number
          last_at: string
          missed: number
          question: string
        }
        Insert: {
          first_at?: string
          helped?: number
          last_at?: string
          missed?: number
          question: string
        }
        Update: {
          first_at?: string
          helped?: number
          last_at?: string
          missed?: number
          question?: string
        }
        Relationships: []
      }
      appointment_attendees: {
        Row: {
          appointment_id: string
          contact_id: string | null
          email: string | null
          id: string
          joined_at: string
          name: string
          phone: string | null
          response: 'unknown' | 'accepted' | 'declined'
          role: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          wants_reminders: boolean
        }
        Insert: {
          appointment_id: string
          contact_id?: string | null
          email?: string | null
          id?: string
          joined_at?: string
          name: string
          phone?: string | null
          response?: 'unknown' | 'accepted' | 'declined'
          role: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          wants_reminders?: boolean
        }
        Update: {
          appointment_id?: string
          contact_id?: string | null
          email?: string | null
          id?: string
          joined_at?: string
          name?: string
          phone?: string | null
          response?: 'unknown' | 'accepted' | 'declined'
          role?: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          wants_reminders?: boolean
        }
        Relationships: [{ foreignKeyName: 'appointment_attendees_appointment_id_fkey'; columns: ['appointment_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['id'] }, { foreignKeyName: 'appointment_attendees_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      appointment_links: {
        Row: {
          created_at: string
          proves_attendee: boolean
          role: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          root_id: string
          token_hash: string
        }
        Insert: {
          created_at?: string
          proves_attendee?: boolean
          role: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          root_id: string
          token_hash: string
        }
        Update: {
          created_at?: string
          proves_attendee?: boolean
          role?: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          root_id?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'appointment_links_root_id_fkey'; columns: ['root_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['id'] }]
      }
      appointment_preparations: {
        Row: {
          done: Shape<'appointment_preparations.done', string[]>
          role: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          root_id: string
          saved_at: string
        }
        Insert: {
          done: Readonly<Shape<'appointment_preparations.done', string[]>>
          role: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          root_id: string
          saved_at?: string
        }
        Update: {
          done?: Readonly<Shape<'appointment_preparations.done', string[]>>
          role?: 'main' | 'partner' | 'guest-1' | 'guest-2' | 'guest-3' | 'guest-4' | 'guest-5'
          root_id?: string
          saved_at?: string
        }
        Relationships: [{ foreignKeyName: 'appointment_preparations_root_id_fkey'; columns: ['root_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['id'] }]
      }
      appointment_types: {
        Row: {
          allow_partner: boolean
          buffer_after: number
          buffer_before: number
          cancel_notice_min: number
          color: 'sage' | 'sky' | 'sand' | 'rose' | 'plum' | 'slate'
          created_at: string
          default_duration: number
          deposit_agorot: number | null
          description: string
          durations: number[]
          form_id: string | null
          id: string
          is_active: boolean
          is_demo: boolean
          is_hidden: boolean
          location_kind: 'meet' | 'zoom' | 'phone_host_calls' | 'phone_client_calls' | 'in_person' | 'whatsapp'
          location_value: string
          locked_zone: string | null
          max_active_per_contact: number | null
          max_guests: number
          max_per_day: number | null
          max_per_week: number | null
          min_notice_min: number
          payment_mode: 'none' | 'full' | 'deposit'
          pending_blocks: boolean
          policy_text: string
          position: number
          price_agorot: number | null
          product_id: string | null
          questions: Shape<'appointment_types.questions', unknown[]>
          requires_confirmation: boolean
          requires_link: boolean
          requires_package: boolean
          reschedule_notice_min: number
          schedule_id: string | null
          seats: number | null
          slot_interval: number
          slug: string
          title: string
          user_id: string
          uses_preparation: boolean
          version: number
          window_days: number | null
          window_from: string | null
          window_kind: 'rolling' | 'range' | 'unlimited'
          window_to: string | null
        }
        Insert: {
          allow_partner?: boolean
          buffer_after?: number
          buffer_before?: number
          cancel_notice_min?: number
          color?: 'sage' | 'sky' | 'sand' | 'rose' | 'plum' | 'slate'
          created_at?: string
          default_duration?: number
          deposit_agorot?: number | null
          description?: string
          durations?: Readonly<number[]>
          form_id?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean
          is_hidden?: boolean
          location_kind?: 'meet' | 'zoom' | 'phone_host_calls' | 'phone_client_calls' | 'in_person' | 'whatsapp'
          location_value?: string
          locked_zone?: string | null
          max_active_per_contact?: number | null
          max_guests?: number
          max_per_day?: number | null
          max_per_week?: number | null
          min_notice_min?: number
          payment_mode?: 'none' | 'full' | 'deposit'
          pending_blocks?: boolean
          policy_text?: string
          position?: number
          price_agorot?: number | null
          product_id?: string | null
          questions?: Shape<'appointment_types.questions', unknown[]>
          requires_confirmation?: boolean
          requires_link?: boolean
          requires_package?: boolean
          reschedule_notice_min?: number
          schedule_id?: string | null
          seats?: number | null
          slot_interval?: number
          slug: string
          title: string
          user_id: string
          uses_preparation?: boolean
          version?: number
          window_days?: number | null
          window_from?: string | null
          window_kind?: 'rolling' | 'range' | 'unlimited'
          window_to?: string | null
        }
        Update: {
          allow_partner?: boolean
          buffer_after?: number
          buffer_before?: number
          cancel_notice_min?: number
          color?: 'sage' | 'sky' | 'sand' | 'rose' | 'plum' | 'slate'
          created_at?: string
          default_duration?: number
          deposit_agorot?: number | null
          description?: string
          durations?: Readonly<number[]>
          form_id?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean
          is_hidden?: boolean
          location_kind?: 'meet' | 'zoom' | 'phone_host_calls' | 'phone_client_calls' | 'in_person' | 'whatsapp'
          location_value?: string
          locked_zone?: string | null
          max_active_per_contact?: number | null
          max_guests?: number
          max_per_day?: number | null
          max_per_week?: number | null
          min_notice_min?: number
          payment_mode?: 'none' | 'full' | 'deposit'
          pending_blocks?: boolean
          policy_text?: string
          position?: number
          price_agorot?: number | null
          product_id?: string | null
          questions?: Shape<'appointment_types.questions', unknown[]>
          requires_confirmation?: boolean
          requires_link?: boolean
          requires_package?: boolean
          reschedule_notice_min?: number
          schedule_id?: string | null
          seats?: number | null
          slot_interval?: number
          slug?: string
          title?: string
          user_id?: string
          uses_preparation?: boolean
          version?: number
          window_days?: number | null
          window_from?: string | null
          window_kind?: 'rolling' | 'range' | 'unlimited'
          window_to?: string | null
        }
        Relationships: [{ foreignKeyName: 'appointment_types_form_id_fkey'; columns: ['form_id']; isOneToOne: false; referencedRelation: 'forms'; referencedColumns: ['id'] }, { foreignKeyName: 'appointment_types_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'booking_hosts'; referencedColumns: ['user_id'] }, { foreignKeyName: 'product_sells_meetings'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'schedule_of_another_host'; columns: ['schedule_id', 'user_id']; isOneToOne: false; referencedRelation: 'schedules'; referencedColumns: ['id', 'user_id'] }]
      }
      appointments: {
        Row: {
          answers: Shape<'appointments.answers', JsonObject>
          buffer_after: number
          buffer_before: number
          cancel_reason: string | null
          cancelled_by: 'client' | 'host' | 'system' | null
          client_zone: string
          confirmed_at: string | null
          contact_id: string | null
          created_at: string
          created_by: string | null
          decide_by: string | null
          ends_at: string
          host_noticed_at: string | null
          household_id: string | null
          ical_sequence: number
          id: string
          idempotency_key: string | null
          is_demo: boolean
          is_silent: boolean
          join_url: string | null
          location_kind: string
          location_value: string
          no_show: 'client' | 'host' | null
          opportunity_id: string | null
          order_id: string | null
          package_id: string | null
          pending_blocks: boolean
          rescheduled_from_id: string | null
          root_id: string
          series_id: string | null
          slot_group_id: string | null
          starts_at: string
          status: 'awaiting_payment' | 'pending' | 'confirmed' | 'rescheduled' | 'cancelled' | 'rejected' | 'expired' | 'completed' | 'no_show'
          status_at: string
          title: string
          type_id: string | null
          user_id: string
          utm: Shape<'appointments.utm', JsonObject>
          version: number
        }
        Insert: {
          answers?: Shape<'appointments.answers', JsonObject>
          buffer_after?: number
          buffer_before?: number
          cancel_reason?: string | null
          cancelled_by?: 'client' | 'host' | 'system' | null
          client_zone?: string
          confirmed_at?: string | null
          contact_id?: string | null
          created_at?: string
          created_by?: string | null
          decide_by?: string | null
          ends_at: string
          host_noticed_at?: string | null
          household_id?: string | null
          ical_sequence?: number
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          is_silent?: boolean
          join_url?: string | null
          location_kind: string
          location_value?: string
          no_show?: 'client' | 'host' | null
          opportunity_id?: string | null
          order_id?: string | null
          package_id?: string | null
          pending_blocks?: boolean
          rescheduled_from_id?: string | null
          root_id: string
          series_id?: string | null
          slot_group_id?: string | null
          starts_at: string
          status: 'awaiting_payment' | 'pending' | 'confirmed' | 'rescheduled' | 'cancelled' | 'rejected' | 'expired' | 'completed' | 'no_show'
          status_at?: string
          title: string
          type_id?: string | null
          user_id: string
          utm?: Shape<'appointments.utm', JsonObject>
          version?: number
        }
        Update: {
          answers?: Shape<'appointments.answers', JsonObject>
          buffer_after?: number
          buffer_before?: number
          cancel_reason?: string | null
          cancelled_by?: 'client' | 'host' | 'system' | null
          client_zone?: string
          confirmed_at?: string | null
          contact_id?: string | null
          created_at?: string
          created_by?: string | null
          decide_by?: string | null
          ends_at?: string
          host_noticed_at?: string | null
          household_id?: string | null
          ical_sequence?: number
          id?: string
          idempotency_key?: string | null
          is_demo?: boolean
          is_silent?: boolean
          join_url?: string | null
          location_kind?: string
          location_value?: string
          no_show?: 'client' | 'host' | null
          opportunity_id?: string | null
          order_id?: string | null
          package_id?: string | null
          pending_blocks?: boolean
          rescheduled_from_id?: string | null
          root_id?: string
          series_id?: string | null
          slot_group_id?: string | null
          starts_at?: string
          status?: 'awaiting_payment' | 'pending' | 'confirmed' | 'rescheduled' | 'cancelled' | 'rejected' | 'expired' | 'completed' | 'no_show'
          status_at?: string
          title?: string
          type_id?: string | null
          user_id?: string
          utm?: Shape<'appointments.utm', JsonObject>
          version?: number
        }
        Relationships: [{ foreignKeyName: 'appointments_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_package_id_fkey'; columns: ['package_id']; isOneToOne: false; referencedRelation: 'session_packages'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_rescheduled_from_id_fkey'; columns: ['rescheduled_from_id']; isOneToOne: true; referencedRelation: 'appointments'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_root_id_fkey'; columns: ['root_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_slot_group_id_fkey'; columns: ['slot_group_id']; isOneToOne: false; referencedRelation: 'slot_groups'; referencedColumns: ['id'] }, { foreignKeyName: 'appointments_type_id_fkey'; columns: ['type_id']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['id'] }]
      }
      audit_log: {
        Row: {
          action: 'insert' | 'update' | 'delete' | 'read'
          actor_id: string | null
          after: Shape<'audit_log.after', Json> | null
          at: string
          before: Shape<'audit_log.before', Json> | null
          contact_id: string | null
          entity: string
          entity_id: string | null
          id: number
          label: string
          version: number | null
        }
        Insert: {
          action: 'insert' | 'update' | 'delete' | 'read'
          actor_id?: string | null
          after?: Shape<'audit_log.after', Json> | null
          at?: string
          before?: Shape<'audit_log.before', Json> | null
          contact_id?: string | null
          entity: string
          entity_id?: string | null
          id?: never
          label?: string
          version?: number | null
        }
        Update: {
          action?: 'insert' | 'update' | 'delete' | 'read'
          actor_id?: string | null
          after?: Shape<'audit_log.after', Json> | null
          at?: string
          before?: Shape<'audit_log.before', Json> | null
          contact_id?: string | null
          entity?: string
          entity_id?: string | null
          id?: never
          label?: string
          version?: number | null
        }
        Relationships: []
      }
      automation_list_members: {
        Row: {
          automation_id: string
          contact_id: string
        }
        Insert: {
          automation_id: string
          contact_id: string
        }
        Update: {
          automation_id?: string
          contact_id?: string
        }
        Relationships: [{ foreignKeyName: 'automation_list_members_automation_id_fkey'; columns: ['automation_id']; isOneToOne: false; referencedRelation: 'automations'; referencedColumns: ['id'] }, { foreignKeyName: 'automation_list_members_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      automation_run_steps: {
        Row: {
          at: string
          error: string | null
          finished_at: string
          input: Shape<'automation_run_steps.input', Json> | null
          output: Shape<'automation_run_steps.output', Json> | null
          run_id: string
          seq: number
          status: 'done' | 'skipped' | 'waiting' | 'waited' | 'happened' | 'timed_out' | 'yes' | 'no' | 'goal' | 'exited' | 'failed'
          step_id: string
        }
        Insert: {
          at: string
          error?: string | null
          finished_at?: string
          input?: Shape<'automation_run_steps.input', Json> | null
          output?: Shape<'automation_run_steps.output', Json> | null
          run_id: string
          seq: number
          status: 'done' | 'skipped' | 'waiting' | 'waited' | 'happened' | 'timed_out' | 'yes' | 'no' | 'goal' | 'exited' | 'failed'
          step_id: string
        }
        Update: {
          at?: string
          error?: string | null
          finished_at?: string
          input?: Shape<'automation_run_steps.input', Json> | null
          output?: Shape<'automation_run_steps.output', Json> | null
          run_id?: string
          seq?: number
          status?: 'done' | 'skipped' | 'waiting' | 'waited' | 'happened' | 'timed_out' | 'yes' | 'no' | 'goal' | 'exited' | 'failed'
          step_id?: string
        }
        Relationships: [{ foreignKeyName: 'automation_run_steps_run_id_fkey'; columns: ['run_id']; isOneToOne: false; referencedRelation: 'automation_runs'; referencedColumns: ['id'] }]
      }
      automation_runs: {
        Row: {
          attempts: number
          automation_id: string
          contact_id: string
          current_step: string | null
          depth: number
          due_at: string | null
          ended_at: string | null
          entered_at: string
          error: string | null
          exit_reason: string | null
          id: string
          is_demo: boolean
          is_dry_run: boolean
          resume_at: string | null
          state: Shape<'automation_runs.state', Json>
          status: 'queued' | 'waiting' | 'running' | 'completed' | 'exited' | 'failed' | 'canceled'
          subject_id: string | null
          subject_type: string | null
          trigger_event_id: number | null
          trigger_type: string | null
          version: number
        }
        Insert: {
          attempts?: number
          automation_id: string
          contact_id: string
          current_step?: string | null
          depth?: number
          due_at?: string | null
          ended_at?: string | null
          entered_at?: string
          error?: string | null
          exit_reason?: string | null
          id?: string
          is_demo?: boolean
          is_dry_run?: boolean
          resume_at?: string | null
          state: Shape<'automation_runs.state', Json>
          status?: 'queued' | 'waiting' | 'running' | 'completed' | 'exited' | 'failed' | 'canceled'
          subject_id?: string | null
          subject_type?: string | null
          trigger_event_id?: number | null
          trigger_type?: string | null
          version: number
        }
        Update: {
          attempts?: number
          automation_id?: string
          contact_id?: string
          current_step?: string | null
          depth?: number
          due_at?: string | null
          ended_at?: string | null
          entered_at?: string
          error?: string | null
          exit_reason?: string | null
          id?: string
          is_demo?: boolean
          is_dry_run?: boolean
          resume_at?: string | null
          state?: Shape<'automation_runs.state', Json>
          status?: 'queued' | 'waiting' | 'running' | 'completed' | 'exited' | 'failed' | 'canceled'
          subject_id?: string | null
          subject_type?: string | null
          trigger_event_id?: number | null
          trigger_type?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'automation_runs_automation_id_version_fkey'; columns: ['automation_id', 'version']; isOneToOne: false; referencedRelation: 'automation_versions'; referencedColumns: ['automation_id', 'version'] }, { foreignKeyName: 'automation_runs_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      automation_versions: {
        Row: {
          automation_id: string
          definition: Shape<'automation_versions.definition', Json>
          listens: Shape<'automation_versions.listens', string[]>
          published_at: string
          published_by: string | null
          touches: Shape<'automation_versions.touches', string[]>
          trigger_types: Shape<'automation_versions.trigger_types', string[]>
          version: number
        }
        Insert: {
          automation_id: string
          definition: Shape<'automation_versions.definition', Json>
          listens: Readonly<Shape<'automation_versions.listens', string[]>>
          published_at?: string
          published_by?: string | null
          touches: Readonly<Shape<'automation_versions.touches', string[]>>
          trigger_types: Readonly<Shape<'automation_versions.trigger_types', string[]>>
          version: number
        }
        Update: {
          automation_id?: string
          definition?: Shape<'automation_versions.definition', Json>
          listens?: Readonly<Shape<'automation_versions.listens', string[]>>
          published_at?: string
          published_by?: string | null
          touches?: Readonly<Shape<'automation_versions.touches', string[]>>
          trigger_types?: Readonly<Shape<'automation_versions.trigger_types', string[]>>
          version?: number
        }
        Relationships: [{ foreignKeyName: 'automation_versions_automation_id_fkey'; columns: ['automation_id']; isOneToOne: false; referencedRelation: 'automations'; referencedColumns: ['id'] }]
      }
      automations: {
        Row: {
          created_at: string
          created_by: string | null
          current_version: number | null
          definition: Shape<'automations.definition', JsonObject>
          enabled_at: string | null
          id: string
          is_demo: boolean
          kind: 'automation' | 'sequence'
          name: string
          paused_because: 'owner' | 'breaker' | 'loop' | null
          recipe: string | null
          status: 'draft' | 'enabled' | 'paused' | 'archived'
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          current_version?: number | null
          definition: Shape<'automations.definition', JsonObject>
          enabled_at?: string | null
          id?: string
          is_demo?: boolean
          kind?: 'automation' | 'sequence'
          name: string
          paused_because?: 'owner' | 'breaker' | 'loop' | null
          recipe?: string | null
          status?: 'draft' | 'enabled' | 'paused' | 'archived'
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          created_by?: string | null
          current_version?: number | null
          definition?: Shape<'automations.definition', JsonObject>
          enabled_at?: string | null
          id?: string
          is_demo?: boolean
          kind?: 'automation' | 'sequence'
          name?: string
          paused_because?: 'owner' | 'breaker' | 'loop' | null
          recipe?: string | null
          status?: 'draft' | 'enabled' | 'paused' | 'archived'
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      backup_rehearsals: {
        Row: {
          at: string
          backup_at: string | null
          differences: Shape<'backup_rehearsals.differences', string[]>
          fault: 'not_restorable' | 'not_comparable' | 'differs' | null
          files: number
          id: string
          tables: number
        }
        Insert: {
          at?: string
          backup_at?: string | null
          differences?: Readonly<Shape<'backup_rehearsals.differences', string[]>>
          fault?: 'not_restorable' | 'not_comparable' | 'differs' | null
          files: number
          id?: string
          tables: number
        }
        Update: {
          at?: string
          backup_at?: string | null
          differences?: Readonly<Shape<'backup_rehearsals.differences', string[]>>
          fault?: 'not_restorable' | 'not_comparable' | 'differs' | null
          files?: number
          id?: string
          tables?: number
        }
        Relationships: []
      }
      backup_runs: {
        Row: {
          fault: 'interrupted' | 'target_unreachable' | 'check_failed' | 'failed' | null
          finished_at: string | null
          id: string
          size_bytes: number | null
          started_at: string
          state: 'running' | 'done' | 'failed'
        }
        Insert: {
          fault?: 'interrupted' | 'target_unreachable' | 'check_failed' | 'failed' | null
          finished_at?: string | null
          id?: string
          size_bytes?: number | null
          started_at?: string
          state?: 'running' | 'done' | 'failed'
        }
        Update: {
          fault?: 'interrupted' | 'target_unreachable' | 'check_failed' | 'failed' | null
          finished_at?: string | null
          id?: string
          size_bytes?: number | null
          started_at?: string
          state?: 'running' | 'done' | 'failed'
        }
        Relationships: []
      }
      backup_status: {
        Row: {
          alarmed_at: string | null
          is_single: boolean
          keep_days: number
          mode: 'on' | 'off' | 'no_key' | 'external' | 'dump'
          place: string | null
          place_since: string
          safe_until: string | null
          started_at: string
        }
        Insert: {
          alarmed_at?: string | null
          is_single?: boolean
          keep_days: number
          mode: 'on' | 'off' | 'no_key' | 'external' | 'dump'
          place?: string | null
          place_since?: string
          safe_until?: string | null
          started_at?: string
        }
        Update: {
          alarmed_at?: string | null
          is_single?: boolean
          keep_days?: number
          mode?: 'on' | 'off' | 'no_key' | 'external' | 'dump'
          place?: string | null
          place_since?: string
          safe_until?: string | null
          started_at?: string
        }
        Relationships: []
      }
      bio_clicks: {
        Row: {
          clicks: number
          day: string
          link_id: string
          source: string
        }
        Insert: {
          clicks?: number
          day: string
          link_id: string
          source: string
        }
        Update: {
          clicks?: number
          day?: string
          link_id?: string
          source?: string
        }
        Relationships: [{ foreignKeyName: 'bio_clicks_link_id_fkey'; columns: ['link_id']; isOneToOne: false; referencedRelation: 'bio_links'; referencedColumns: ['id'] }]
      }
      bio_links: {
        Row: {
          campaign: string | null
          ends_at: string | null
          icon: 'link' | 'video' | 'target' | 'calendar' | 'download' | 'newspaper' | 'chat' | 'mail' | 'phone' | 'gift' | 'book' | 'star'
          id: string
          is_demo: boolean
          is_enabled: boolean
          is_featured: boolean
          note: string
          position: number
          starts_at: string | null
          title: string
          url: string
          version: number
        }
        Insert: {
          campaign?: string | null
          ends_at?: string | null
          icon?: 'link' | 'video' | 'target' | 'calendar' | 'download' | 'newspaper' | 'chat' | 'mail' | 'phone' | 'gift' | 'book' | 'star'
          id?: string
          is_demo?: boolean
          is_enabled?: boolean
          is_featured?: boolean
          note?: string
          position?: number
          starts_at?: string | null
          title: string
          url: string
          version?: number
        }
        Update: {
          campaign?: string | null
          ends_at?: string | null
          icon?: 'link' | 'video' | 'target' | 'calendar' | 'download' | 'newspaper' | 'chat' | 'mail' | 'phone' | 'gift' | 'book' | 'star'
          id?: string
          is_demo?: boolean
          is_enabled?: boolean
          is_featured?: boolean
          note?: string
          position?: number
          starts_at?: string | null
          title?: string
          url?: string
          version?: number
        }
        Relationships: []
      }
      bio_pages: {
        Row: {
          is_only: boolean
          line: string
          name: string
          shows_networks: boolean
          version: number
        }
        Insert: {
          is_only?: boolean
          line?: string
          name?: string
          shows_networks?: boolean
          version?: number
        }
        Update: {
          is_only?: boolean
          line?: string
          name?: string
          shows_networks?: boolean
          version?: number
        }
        Relationships: []
      }
      booking_hosts: {
        Row: {
          block_holidays: boolean
          block_school_breaks: boolean
          block_shabbat: boolean
          chol_hamoed: 'open' | 'half' | 'closed'
          closed_text: string
          created_at: string
          disabled_ids: Shape<'booking_hosts.disabled_ids', string[]>
          eve_close: string
          headline: string
          is_demo: boolean
          is_open: boolean
          memorial: 'open' | 'half' | 'closed'
          slug: string
          user_id: string
          version: number
        }
        Insert: {
          block_holidays?: boolean
          block_school_breaks?: boolean
          block_shabbat?: boolean
          chol_hamoed?: 'open' | 'half' | 'closed'
          closed_text?: string
          created_at?: string
          disabled_ids?: Readonly<Shape<'booking_hosts.disabled_ids', string[]>>
          eve_close?: string
          headline?: string
          is_demo?: boolean
          is_open?: boolean
          memorial?: 'open' | 'half' | 'closed'
          slug: string
          user_id: string
          version?: number
        }
        Update: {
          block_holidays?: boolean
          block_school_breaks?: boolean
          block_shabbat?: boolean
          chol_hamoed?: 'open' | 'half' | 'closed'
          closed_text?: string
          created_at?: string
          disabled_ids?: Readonly<Shape<'booking_hosts.disabled_ids', string[]>>
          eve_close?: string
          headline?: string
          is_demo?: boolean
          is_open?: boolean
          memorial?: 'open' | 'half' | 'closed'
          slug?: string
          user_id?: string
          version?: number
        }
        Relationships: []
      }
      booking_links: {
        Row: {
          contact_id: string | null
          created_at: string
          created_by: string | null
          expires_at: string | null
          id: string
          revoked_at: string | null
          root_id: string | null
          token_hash: string
          type_id: string
          used_at: string | null
        }
        Insert: {
          contact_id?: string | null
          created_at?: string
          created_by?: string | null
          expires_at?: string | null
          id?: string
          revoked_at?: string | null
          root_id?: string | null
          token_hash: string
          type_id: string
          used_at?: string | null
        }
        Update: {
          contact_id?: string | null
          created_at?: string
          created_by?: string | null
          expires_at?: string | null
          id?: string
          revoked_at?: string | null
          root_id?: string | null
          token_hash?: string
          type_id?: string
          used_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'booking_links_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'booking_links_root_id_fkey'; columns: ['root_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['id'] }, { foreignKeyName: 'booking_links_type_id_fkey'; columns: ['type_id']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['id'] }]
      }
      booking_settings: {
        Row: {
          call_type_id: string | null
          id: boolean
          version: number
        }
        Insert: {
          call_type_id?: string | null
          id?: boolean
          version?: number
        }
        Update: {
          call_type_id?: string | null
          id?: boolean
          version?: number
        }
        Relationships: [{ foreignKeyName: 'booking_settings_call_type_id_fkey'; columns: ['call_type_id']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['id'] }]
      }
      budget_items: {
        Row: {
          created_at: string
          created_by: string | null
          household_id: string | null
          id: string
          is_demo: boolean
          kind: 'line' | 'entry' | 'debt' | 'goal' | 'asset' | 'rule' | 'plan'
          month: string | null
          private_to: string | null
          sealed: string
          sealed_for: string
          updated_at: string
          updated_by: string | null
          version: number
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          household_id?: string | null
          id: string
          is_demo?: boolean
          kind: 'line' | 'entry' | 'debt' | 'goal' | 'asset' | 'rule' | 'plan'
          month?: string | null
          private_to?: string | null
          sealed: string
          sealed_for: string
          updated_at?: string
          updated_by?: string | null
          version?: number
        }
        Update: {
          created_at?: string
          created_by?: string | null
          household_id?: string | null
          id?: string
          is_demo?: boolean
          kind?: 'line' | 'entry' | 'debt' | 'goal' | 'asset' | 'rule' | 'plan'
          month?: string | null
          private_to?: string | null
          sealed?: string
          sealed_for?: string
          updated_at?: string
          updated_by?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'budget_items_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'budget_items_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }, { foreignKeyName: 'budget_items_private_to_fkey'; columns: ['private_to']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'budget_items_updated_by_fkey'; columns: ['updated_by']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      budget_reads: {
        Row: {
          at: string
          household_id: string
          id: string
          month: string | null
          purpose: 'view' | 'export'
          read_by: string
          reader_name: string
        }
        Insert: {
          at?: string
          household_id: string
          id?: string
          month?: string | null
          purpose: 'view' | 'export'
          read_by: string
          reader_name: string
        }
        Update: {
          at?: string
          household_id?: string
          id?: string
          month?: string | null
          purpose?: 'view' | 'export'
          read_by?: string
          reader_name?: string
        }
        Relationships: [{ foreignKeyName: 'budget_reads_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }]
      }
      budget_sharing: {
        Row: {
          changed_at: string
          contact_id: string
          is_shared: boolean
        }
        Insert: {
          changed_at?: string
          contact_id: string
          is_shared: boolean
        }
        Update: {
          changed_at?: string
          contact_id?: string
          is_shared?: boolean
        }
        Relationships: [{ foreignKeyName: 'budget_sharing_contact_id_fkey'; columns: ['contact_id']; isOneToOne: true; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      bulk_changes: {
        Row: {
          at: string
          before: Shape<'bulk_changes.before', JsonObject>
          began_at: string
          by: string | null
          change: Shape<'bulk_changes.change', JsonObject>
          entity: 'contacts' | 'opportunities' | 'tasks'
          id: string
          undone_at: string | null
        }
        Insert: {
          at?: string
          before: Shape<'bulk_changes.before', JsonObject>
          began_at?: string
          by?: string | null
          change: Shape<'bulk_changes.change', JsonObject>
          entity: 'contacts' | 'opportunities' | 'tasks'
          id?: string
          undone_at?: string | null
        }
        Update: {
          at?: string
          before?: Shape<'bulk_changes.before', JsonObject>
          began_at?: string
          by?: string | null
          change?: Shape<'bulk_changes.change', JsonObject>
          entity?: 'contacts' | 'opportunities' | 'tasks'
          id?: string
          undone_at?: string | null
        }
        Relationships: []
      }
      business_exports: {
        Row: {
          all_entries: number
          done_entries: number
          downloads: number
          expires_at: string | null
          fault: 'no_space' | 'not_owner' | 'failed' | null
          finished_at: string | null
          id: string
          requested_at: string
          requested_by: string | null
          row_count: number | null
          size_bytes: number | null
          state: 'waiting' | 'running' | 'ready' | 'failed' | 'expired'
        }
        Insert: {
          all_entries?: number
          done_entries?: number
          downloads?: number
          expires_at?: string | null
          fault?: 'no_space' | 'not_owner' | 'failed' | null
          finished_at?: string | null
          id?: string
          requested_at?: string
          requested_by?: string | null
          row_count?: number | null
          size_bytes?: number | null
          state?: 'waiting' | 'running' | 'ready' | 'failed' | 'expired'
        }
        Update: {
          all_entries?: number
          done_entries?: number
          downloads?: number
          expires_at?: string | null
          fault?: 'no_space' | 'not_owner' | 'failed' | null
          finished_at?: string | null
          id?: string
          requested_at?: string
          requested_by?: string | null
          row_count?: number | null
          size_bytes?: number | null
          state?: 'waiting' | 'running' | 'ready' | 'failed' | 'expired'
        }
        Relationships: []
      }
      business_profiles: {
        Row: {
          accessibility_coordinator: string | null
          accessibility_email: string | null
          address: string | null
          brand_colors: Shape<'business_profiles.brand_colors', JsonObject> | null
          business_name: string
          coach_name: string | null
          company_number: string | null
          created_at: string
          email: string | null
          hours: string | null
          is_demo: boolean
          legal_name: string | null
          login_url: string | null
          logo_dark_url: string | null
          logo_light_url: string | null
          logo_url: string | null
          mobile: string | null
          phone: string | null
          privacy_email: string | null
          product_name: string | null
          profile_image_url: string | null
          published_at: string | null
          socials: Shape<'business_profiles.socials', JsonObject>
          updated_at: string
          updated_by: string | null
          user_id: string
          version: number
        }
        Insert: {
          accessibility_coordinator?: string | null
          accessibility_email?: string | null
          address?: string | null
          brand_colors?: Shape<'business_profiles.brand_colors', JsonObject> | null
          business_name?: string
          coach_name?: string | null
          company_number?: string | null
          created_at?: string
          email?: string | null
          hours?: string | null
          is_demo?: boolean
          legal_name?: string | null
          login_url?: string | null
          logo_dark_url?: string | null
          logo_light_url?: string | null
          logo_url?: string | null
          mobile?: string | null
          phone?: string | null
          privacy_email?: string | null
          product_name?: string | null
          profile_image_url?: string | null
          published_at?: string | null
          socials?: Shape<'business_profiles.socials', JsonObject>
          updated_at?: string
          updated_by?: string | null
          user_id: string
          version?: number
        }
        Update: {
          accessibility_coordinator?: string | null
          accessibility_email?: string | null
          address?: string | null
          brand_colors?: Shape<'business_profiles.brand_colors', JsonObject> | null
          business_name?: string
          coach_name?: string | null
          company_number?: string | null
          created_at?: string
          email?: string | null
          hours?: string | null
          is_demo?: boolean
          legal_name?: string | null
          login_url?: string | null
          logo_dark_url?: string | null
          logo_light_url?: string | null
          logo_url?: string | null
          mobile?: string | null
          phone?: string | null
          privacy_email?: string | null
          product_name?: string | null
          profile_image_url?: string | null
          published_at?: string | null
          socials?: Shape<'business_profiles.socials', JsonObject>
          updated_at?: string
          updated_by?: string | null
          user_id?: string
          version?: number
        }
        Relationships: []
      }
      calendar_connections: {
        Row: {
          account_email: string
          busy_calendar_ids: Shape<'calendar_connections.busy_calendar_ids', string[]>
          connected_at: string
          last_error: 'access_revoked' | 'google_unreachable' | 'google_rate_limited' | 'google_refused' | 'calendar_missing' | 'keys_changed' | null
          last_error_at: string | null
          last_success_at: string | null
          on_broken: 'closed' | 'internal'
          provider: 'google'
          scopes: Shape<'calendar_connections.scopes', string[]>
          status: 'connected' | 'needs_reconnect'
          user_id: string
          version: number
          write_calendar_id: string
        }
        Insert: {
          account_email: string
          busy_calendar_ids?: Readonly<Shape<'calendar_connections.busy_calendar_ids', string[]>>
          connected_at?: string
          last_error?: 'access_revoked' | 'google_unreachable' | 'google_rate_limited' | 'google_refused' | 'calendar_missing' | 'keys_changed' | null
          last_error_at?: string | null
          last_success_at?: string | null
          on_broken?: 'closed' | 'internal'
          provider?: 'google'
          scopes: Readonly<Shape<'calendar_connections.scopes', string[]>>
          status?: 'connected' | 'needs_reconnect'
          user_id: string
          version?: number
          write_calendar_id?: string
        }
        Update: {
          account_email?: string
          busy_calendar_ids?: Readonly<Shape<'calendar_connections.busy_calendar_ids', string[]>>
          connected_at?: string
          last_error?: 'access_revoked' | 'google_unreachable' | 'google_rate_limited' | 'google_refused' | 'calendar_missing' | 'keys_changed' | null
          last_error_at?: string | null
          last_success_at?: string | null
          on_broken?: 'closed' | 'internal'
          provider?: 'google'
          scopes?: Readonly<Shape<'calendar_connections.scopes', string[]>>
          status?: 'connected' | 'needs_reconnect'
          user_id?: string
          version?: number
          write_calendar_id?: string
        }
        Relationships: []
      }
      calendar_feeds: {
        Row: {
          created_at: string
          token_hash: string
          user_id: string
        }
        Insert: {
          created_at?: string
          token_hash: string
          user_id: string
        }
        Update: {
          created_at?: string
          token_hash?: string
          user_id?: string
        }
        Relationships: [{ foreignKeyName: 'calendar_feeds_user_id_fkey'; columns: ['user_id']; isOneToOne: true; referencedRelation: 'booking_hosts'; referencedColumns: ['user_id'] }]
      }
      campaign_recipients: {
        Row: {
          campaign_id: string
          contact_id: string
          email: string | null
          excluded: string | null
          full_name: string
          outcome: 'scheduled' | 'held_quiet' | 'postponed' | 'sending' | 'sent' | 'delivered' | 'bounced' | 'skipped' | 'failed' | 'canceled' | 'excluded'
          reason: string | null
        }
        Insert: {
          campaign_id: string
          contact_id: string
          email?: string | null
          excluded?: string | null
          full_name?: string
          outcome?: 'scheduled' | 'held_quiet' | 'postponed' | 'sending' | 'sent' | 'delivered' | 'bounced' | 'skipped' | 'failed' | 'canceled' | 'excluded'
          reason?: string | null
        }
        Update: {
          campaign_id?: string
          contact_id?: string
          email?: string | null
          excluded?: string | null
          full_name?: string
          outcome?: 'scheduled' | 'held_quiet' | 'postponed' | 'sending' | 'sent' | 'delivered' | 'bounced' | 'skipped' | 'failed' | 'canceled' | 'excluded'
          reason?: string | null
        }
        Relationships: [{ foreignKeyName: 'campaign_recipients_campaign_id_fkey'; columns: ['campaign_id']; isOneToOne: false; referencedRelation: 'campaigns'; referencedColumns: ['id'] }, { foreignKeyName: 'campaign_recipients_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      campaigns: {
        Row: {
          blocks: Shape<'campaigns.blocks', unknown[]>
          counts_clicks: boolean
          created_at: string
          created_by: string | null
          finished_at: string | null
          held_until: string | null
          id: string
          is_demo: boolean
          lifecycles: ('subscriber' | 'lead' | 'qualified' | 'client' | 'past_client')[]
          list_ids: string[]
          name: string
          preheader: string
          scheduled_by: string | null
          segments: Shape<'campaigns.segments', unknown[]>
          send_at: string | null
          started_at: string | null
          status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
          subject: string
          updated_at: string
          version: number
        }
        Insert: {
          blocks?: Shape<'campaigns.blocks', unknown[]>
          counts_clicks?: boolean
          created_at?: string
          created_by?: string | null
          finished_at?: string | null
          held_until?: string | null
          id?: string
          is_demo?: boolean
          lifecycles?: Readonly<('subscriber' | 'lead' | 'qualified' | 'client' | 'past_client')[]>
          list_ids?: Readonly<string[]>
          name: string
          preheader?: string
          scheduled_by?: string | null
          segments?: Shape<'campaigns.segments', unknown[]>
          send_at?: string | null
          started_at?: string | null
          status?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
          subject?: string
          updated_at?: string
          version?: number
        }
        Update: {
          blocks?: Shape<'campaigns.blocks', unknown[]>
          counts_clicks?: boolean
          created_at?: string
          created_by?: string | null
          finished_at?: string | null
          held_until?: string | null
          id?: string
          is_demo?: boolean
          lifecycles?: Readonly<('subscriber' | 'lead' | 'qualified' | 'client' | 'past_client')[]>
          list_ids?: Readonly<string[]>
          name?: string
          preheader?: string
          scheduled_by?: string | null
          segments?: Shape<'campaigns.segments', unknown[]>
          send_at?: string | null
          started_at?: string | null
          status?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
          subject?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      cancellation_receipts: {
        Row: {
          created_at: string
          receipt_hash: string
          request_id: string
        }
        Insert: {
          created_at?: string
          receipt_hash: string
          request_id: string
        }
        Update: {
          created_at?: string
          receipt_hash?: string
          request_id?: string
        }
        Relationships: [{ foreignKeyName: 'cancellation_receipts_request_id_fkey'; columns: ['request_id']; isOneToOne: false; referencedRelation: 'cancellation_requests'; referencedColumns: ['id'] }]
      }
      cancellation_requests: {
        Row: {
          contact_id: string
          email: string
          holds_until: string
          id: string
          ip_trunc: string | null
          is_receipt_mailed: boolean
          may_have_longer: boolean
          name: string
          phone: string | null
          privacy_text_id: string | null
          receipt_hash: string
          received_at: string
          reference: string
          source_url: string | null
          task_id: string | null
          ticket_number: number
          user_agent: string | null
          what: string | null
          words_hash: string
        }
        Insert: {
          contact_id: string
          email: string
          holds_until?: string
          id?: string
          ip_trunc?: string | null
          is_receipt_mailed?: boolean
          may_have_longer?: boolean
          name: string
          phone?: string | null
          privacy_text_id?: string | null
          receipt_hash: string
          received_at?: string
          reference: string
          source_url?: string | null
          task_id?: string | null
          ticket_number: number
          user_agent?: string | null
          what?: string | null
          words_hash: string
        }
        Update: {
          contact_id?: string
          email?: string
          holds_until?: string
          id?: string
          ip_trunc?: string | null
          is_receipt_mailed?: boolean
          may_have_longer?: boolean
          name?: string
          phone?: string | null
          privacy_text_id?: string | null
          receipt_hash?: string
          received_at?: string
          reference?: string
          source_url?: string | null
          task_id?: string | null
          ticket_number?: number
          user_agent?: string | null
          what?: string | null
          words_hash?: string
        }
        Relationships: [{ foreignKeyName: 'cancellation_requests_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'cancellation_requests_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'cancellation_requests_task_id_fkey'; columns: ['task_id']; isOneToOne: false; referencedRelation: 'tasks'; referencedColumns: ['id'] }]
      }
      channel_notices: {
        Row: {
          created_at: string
          for_digest: boolean
          for_push: boolean
          id: string
          in_bell: boolean
          message: string
          related_entity_id: string | null
          related_entity_type: string | null
          severity: string
          title: string
          type: string
          user_id: string
        }
        Insert: {
          created_at?: string
          for_digest: boolean
          for_push: boolean
          id: string
          in_bell: boolean
          message: string
          related_entity_id?: string | null
          related_entity_type?: string | null
          severity: string
          title: string
          type: string
          user_id: string
        }
        Update: {
          created_at?: string
          for_digest?: boolean
          for_push?: boolean
          id?: string
          in_bell?: boolean
          message?: string
          related_entity_id?: string | null
          related_entity_type?: string | null
          severity?: string
          title?: string
          type?: string
          user_id?: string
        }
        Relationships: []
      }
      charges: {
        Row: {
          amount_agorot: number
          contact_id: string
          created_at: string
          created_by: string | null
          due_on: string
          id: string
          is_demo: boolean
          number: number | null
          order_id: string | null
          plan_id: string | null
          product_id: string | null
          title: string
          vat_percent: number | null
          version: number
          void_reason: string | null
          voided_at: string | null
          voided_by: string | null
        }
        Insert: {
          amount_agorot: number
          contact_id: string
          created_at?: string
          created_by?: string | null
          due_on: string
          id?: string
          is_demo?: boolean
          number?: number | null
          order_id?: string | null
          plan_id?: string | null
          product_id?: string | null
          title: string
          vat_percent?: number | null
          version?: number
          void_reason?: string | null
          voided_at?: string | null
          voided_by?: string | null
        }
        Update: {
          amount_agorot?: number
          contact_id?: string
          created_at?: string
          created_by?: string | null
          due_on?: string
          id?: string
          is_demo?: boolean
          number?: number | null
          order_id?: string | null
          plan_id?: string | null
          product_id?: string | null
          title?: string
          vat_percent?: number | null
          version?: number
          void_reason?: string | null
          voided_at?: string | null
          voided_by?: string | null
        }
        Relationships: [{ foreignKeyName: 'charges_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'charges_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'charges_plan_id_fkey'; columns: ['plan_id']; isOneToOne: false; referencedRelation: 'payment_plans'; referencedColumns: ['id'] }, { foreignKeyName: 'charges_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      client_invitations: {
        Row: {
          accepted_at: string | null
          accepted_user_id: string | null
          contact_id: string
          created_at: string
          created_by: string | null
          email_norm: string
          expires_at: string
          id: string
          opened_at: string | null
          requested_at: string | null
          resent_count: number
          revoked_at: string | null
          sent_at: string | null
          status: 'draft' | 'sent' | 'opened' | 'accepted' | 'revoked'
          token_hashes: Shape<'client_invitations.token_hashes', string[]>
          unmailed_hashes: Shape<'client_invitations.unmailed_hashes', string[]>
          version: number
        }
        Insert: {
          accepted_at?: string | null
          accepted_user_id?: string | null
          contact_id: string
          created_at?: string
          created_by?: string | null
          email_norm: string
          expires_at?: string
          id?: string
          opened_at?: string | null
          requested_at?: string | null
          resent_count?: number
          revoked_at?: string | null
          sent_at?: string | null
          status?: 'draft' | 'sent' | 'opened' | 'accepted' | 'revoked'
          token_hashes?: Readonly<Shape<'client_invitations.token_hashes', string[]>>
          unmailed_hashes?: Readonly<Shape<'client_invitations.unmailed_hashes', string[]>>
          version?: number
        }
        Update: {
          accepted_at?: string | null
          accepted_user_id?: string | null
          contact_id?: string
          created_at?: string
          created_by?: string | null
          email_norm?: string
          expires_at?: string
          id?: string
          opened_at?: string | null
          requested_at?: string | null
          resent_count?: number
          revoked_at?: string | null
          sent_at?: string | null
          status?: 'draft' | 'sent' | 'opened' | 'accepted' | 'revoked'
          token_hashes?: Readonly<Shape<'client_invitations.token_hashes', string[]>>
          unmailed_hashes?: Readonly<Shape<'client_invitations.unmailed_hashes', string[]>>
          version?: number
        }
        Relationships: [{ foreignKeyName: 'client_invitations_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      client_processes: {
        Row: {
          coach_id: string | null
          completed_at: string | null
          contact_id: string
          created_at: string
          household_id: string | null
          id: string
          is_demo: boolean
          process_template_id: string
          started_on: string
          status: 'active' | 'paused' | 'completed' | 'cancelled'
          target_end: string | null
          template_version: number
          version: number
        }
        Insert: {
          coach_id?: string | null
          completed_at?: string | null
          contact_id: string
          created_at?: string
          household_id?: string | null
          id?: string
          is_demo?: boolean
          process_template_id: string
          started_on?: string
          status?: 'active' | 'paused' | 'completed' | 'cancelled'
          target_end?: string | null
          template_version?: number
          version?: number
        }
        Update: {
          coach_id?: string | null
          completed_at?: string | null
          contact_id?: string
          created_at?: string
          household_id?: string | null
          id?: string
          is_demo?: boolean
          process_template_id?: string
          started_on?: string
          status?: 'active' | 'paused' | 'completed' | 'cancelled'
          target_end?: string | null
          template_version?: number
          version?: number
        }
        Relationships: [{ foreignKeyName: 'client_processes_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'client_processes_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }, { foreignKeyName: 'template_in_use'; columns: ['process_template_id']; isOneToOne: false; referencedRelation: 'process_templates'; referencedColumns: ['id'] }]
      }
      closed_days: {
        Row: {
          created_at: string
          from_on: string
          id: string
          name: string
          until_on: string
          version: number
        }
        Insert: {
          created_at?: string
          from_on: string
          id?: string
          name: string
          until_on: string
          version?: number
        }
        Update: {
          created_at?: string
          from_on?: string
          id?: string
          name?: string
          until_on?: string
          version?: number
        }
        Relationships: []
      }
      component_template_versions: {
        Row: {
          content: Shape<'component_template_versions.content', Json>
          created_at: string
          created_by: string | null
          id: string
          name: string
          number: number
          template_id: string
        }
        Insert: {
          content: Shape<'component_template_versions.content', Json>
          created_at?: string
          created_by?: string | null
          id?: string
          name: string
          number: number
          template_id: string
        }
        Update: {
          content?: Shape<'component_template_versions.content', Json>
          created_at?: string
          created_by?: string | null
          id?: string
          name?: string
          number?: number
          template_id?: string
        }
        Relationships: [{ foreignKeyName: 'component_template_versions_template_id_fkey'; columns: ['template_id']; isOneToOne: false; referencedRelation: 'component_templates'; referencedColumns: ['id'] }]
      }
      component_templates: {
        Row: {
          content: Shape<'component_templates.content', JsonObject>
          created_at: string
          created_by: string | null
          deleted_at: string | null
          id: string
          kind: string
          name: string
          updated_at: string
          version: number
        }
        Insert: {
          content: Shape<'component_templates.content', JsonObject>
          created_at?: string
          created_by?: string | null
          deleted_at?: string | null
          id?: string
          kind: string
          name: string
          updated_at?: string
          version?: number
        }
        Update: {
          content?: Shape<'component_templates.content', JsonObject>
          created_at?: string
          created_by?: string | null
          deleted_at?: string | null
          id?: string
          kind?: string
          name?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      consent_texts: {
        Row: {
          he_text: string
          id: string
          kind: 'marketing' | 'privacy_notice' | 'newsletter'
          valid_from: string
          version: number
        }
        Insert: {
          he_text: string
          id?: string
          kind: 'marketing' | 'privacy_notice' | 'newsletter'
          valid_from?: string
          version: number
        }
        Update: {
          he_text?: string
          id?: string
          kind?: 'marketing' | 'privacy_notice' | 'newsletter'
          valid_from?: string
          version?: number
        }
        Relationships: []
      }
      consents: {
        Row: {
          action: 'grant' | 'withdraw'
          at: string
          channel: 'email' | 'sms' | 'whatsapp' | 'phone'
          contact_id: string
          id: string
          ip_trunc: string | null
          is_demo: boolean
          proof: string | null
          purpose: 'marketing'
          recorded_by: string | null
          source_id: string | null
          source_type: string
          source_url: string | null
          text_snapshot_hash: string
          text_version_id: string
          user_agent: string | null
          value_norm: string
        }
        Insert: {
          action: 'grant' | 'withdraw'
          at?: string
          channel: 'email' | 'sms' | 'whatsapp' | 'phone'
          contact_id: string
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          proof?: string | null
          purpose: 'marketing'
          recorded_by?: string | null
          source_id?: string | null
          source_type: string
          source_url?: string | null
          text_snapshot_hash: string
          text_version_id: string
          user_agent?: string | null
          value_norm: string
        }
        Update: {
          action?: 'grant' | 'withdraw'
          at?: string
          channel?: 'email' | 'sms' | 'whatsapp' | 'phone'
          contact_id?: string
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          proof?: string | null
          purpose?: 'marketing'
          recorded_by?: string | null
          source_id?: string | null
          source_type?: string
          source_url?: string | null
          text_snapshot_hash?: string
          text_version_id?: string
          user_agent?: string | null
          value_norm?: string
        }
        Relationships: [{ foreignKeyName: 'consents_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'consents_text_version_id_fkey'; columns: ['text_version_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }]
      }
      contact_points: {
        Row: {
          bounced_at: string | null
          complained_at: string | null
          contact_id: string
          created_at: string
          id: string
          is_demo: boolean
          is_primary: boolean
          kind: 'email' | 'phone'
          shared_in_household: boolean
          value_norm: string
          value_raw: string
          verified_at: string | null
          version: number
        }
        Insert: {
          bounced_at?: string | null
          complained_at?: string | null
          contact_id: string
          created_at?: string
          id?: string
          is_demo?: boolean
          is_primary?: boolean
          kind: 'email' | 'phone'
          shared_in_household?: boolean
          value_norm: string
          value_raw: string
          verified_at?: string | null
          version?: number
        }
        Update: {
          bounced_at?: string | null
          complained_at?: string | null
          contact_id?: string
          created_at?: string
          id?: string
          is_demo?: boolean
          is_primary?: boolean
          kind?: 'email' | 'phone'
          shared_in_household?: boolean
          value_norm?: string
          value_raw?: string
          verified_at?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'contact_points_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      contact_requests: {
        Row: {
          contact_id: string
          created_at: string
          email: string | null
          holds_until: string
          id: string
          ip_trunc: string | null
          is_demo: boolean
          message: string | null
          name: string
          opportunity_id: string | null
          phone: string | null
          privacy_text_id: string | null
          source_url: string | null
          task_id: string | null
          ticket_number: number
          topic: string
          user_agent: string | null
          words_hash: string
        }
        Insert: {
          contact_id: string
          created_at?: string
          email?: string | null
          holds_until?: string
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          message?: string | null
          name: string
          opportunity_id?: string | null
          phone?: string | null
          privacy_text_id?: string | null
          source_url?: string | null
          task_id?: string | null
          ticket_number: number
          topic: string
          user_agent?: string | null
          words_hash: string
        }
        Update: {
          contact_id?: string
          created_at?: string
          email?: string | null
          holds_until?: string
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          message?: string | null
          name?: string
          opportunity_id?: string | null
          phone?: string | null
          privacy_text_id?: string | null
          source_url?: string | null
          task_id?: string | null
          ticket_number?: number
          topic?: string
          user_agent?: string | null
          words_hash?: string
        }
        Relationships: [{ foreignKeyName: 'contact_requests_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'contact_requests_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }, { foreignKeyName: 'contact_requests_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'contact_requests_task_id_fkey'; columns: ['task_id']; isOneToOne: false; referencedRelation: 'tasks'; referencedColumns: ['id'] }]
      }
      contact_staff_details: {
        Row: {
          call_basis: 'callback' | 'consent' | 'customer' | null
          call_basis_at: string | null
          call_basis_note: string | null
          contact_id: string
          custom: Shape<'contact_staff_details.custom', JsonObject>
          dnc_checked_at: string | null
          first_touch: Shape<'contact_staff_details.first_touch', Json> | null
          last_touch: Shape<'contact_staff_details.last_touch', Json> | null
          score: number
          version: number
        }
        Insert: {
          call_basis?: 'callback' | 'consent' | 'customer' | null
          call_basis_at?: string | null
          call_basis_note?: string | null
          contact_id: string
          custom?: Shape<'contact_staff_details.custom', JsonObject>
          dnc_checked_at?: string | null
          first_touch?: Shape<'contact_staff_details.first_touch', Json> | null
          last_touch?: Shape<'contact_staff_details.last_touch', Json> | null
          score?: number
          version?: number
        }
        Update: {
          call_basis?: 'callback' | 'consent' | 'customer' | null
          call_basis_at?: string | null
          call_basis_note?: string | null
          contact_id?: string
          custom?: Shape<'contact_staff_details.custom', JsonObject>
          dnc_checked_at?: string | null
          first_touch?: Shape<'contact_staff_details.first_touch', Json> | null
          last_touch?: Shape<'contact_staff_details.last_touch', Json> | null
          score?: number
          version?: number
        }
        Relationships: [{ foreignKeyName: 'contact_staff_details_contact_id_fkey'; columns: ['contact_id']; isOneToOne: true; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      contact_tags: {
        Row: {
          contact_id: string
          created_at: string
          tag_id: string
        }
        Insert: {
          contact_id: string
          created_at?: string
          tag_id: string
        }
        Update: {
          contact_id?: string
          created_at?: string
          tag_id?: string
        }
        Relationships: [{ foreignKeyName: 'contact_tags_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'contact_tags_tag_id_fkey'; columns: ['tag_id']; isOneToOne: false; referencedRelation: 'tags'; referencedColumns: ['id'] }]
      }
      contacts: {
        Row: {
          anonymised_at: string | null
          birth_date: string | null
          client_user_id: string | null
          created_at: string
          deleted_at: string | null
          do_not_contact: boolean
          external_id: string | null
          first_name: string
          full_name: string
          gender_form: 'f' | 'm' | 'neutral' | 'plural'
          home_mail: ('reminders' | 'summaries' | 'invoices')[]
          household_id: string | null
          household_role: 'partner' | 'child' | 'other' | null
          id: string
          is_demo: boolean
          last_activity_at: string | null
          last_name: string | null
          lifecycle: 'subscriber' | 'lead' | 'qualified' | 'client' | 'past_client'
          merged_into_id: string | null
          next_step_at: string | null
          owner_id: string | null
          search_name: string
          source: string | null
          version: number
        }
        Insert: {
          anonymised_at?: string | null
          birth_date?: string | null
          client_user_id?: string | null
          created_at?: string
          deleted_at?: string | null
          do_not_contact?: boolean
          external_id?: string | null
          first_name: string
          full_name: string
          gender_form?: 'f' | 'm' | 'neutral' | 'plural'
          home_mail?: Readonly<('reminders' | 'summaries' | 'invoices')[]>
          household_id?: string | null
          household_role?: 'partner' | 'child' | 'other' | null
          id?: string
          is_demo?: boolean
          last_activity_at?: string | null
          last_name?: string | null
          lifecycle?: 'subscriber' | 'lead' | 'qualified' | 'client' | 'past_client'
          merged_into_id?: string | null
          next_step_at?: string | null
          owner_id?: string | null
          search_name: string
          source?: string | null
          version?: number
        }
        Update: {
          anonymised_at?: string | null
          birth_date?: string | null
          client_user_id?: string | null
          created_at?: string
          deleted_at?: string | null
          do_not_contact?: boolean
          external_id?: string | null
          first_name?: string
          full_name?: string
          gender_form?: 'f' | 'm' | 'neutral' | 'plural'
          home_mail?: Readonly<('reminders' | 'summaries' | 'invoices')[]>
          household_id?: string | null
          household_role?: 'partner' | 'child' | 'other' | null
          id?: string
          is_demo?: boolean
          last_activity_at?: string | null
          last_name?: string | null
          lifecycle?: 'subscriber' | 'lead' | 'qualified' | 'client' | 'past_client'
          merged_into_id?: string | null
          next_step_at?: string | null
          owner_id?: string | null
          search_name?: string
          source?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'contacts_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }, { foreignKeyName: 'contacts_merged_into_id_fkey'; columns: ['merged_into_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      cookie_choices: {
        Row: {
          chosen_at: string
          functional: boolean
          id: string
          marketing: boolean
          page: string
          performance: boolean
          recorded_at: string
          user_id: string | null
          version: string
        }
        Insert: {
          chosen_at: string
          functional: boolean
          id: string
          marketing: boolean
          page: string
          performance: boolean
          recorded_at?: string
          user_id?: string | null
          version: string
        }
        Update: {
          chosen_at?: string
          functional?: boolean
          id?: string
          marketing?: boolean
          page?: string
          performance?: boolean
          recorded_at?: string
          user_id?: string | null
          version?: string
        }
        Relationships: []
      }
      coupons: {
        Row: {
          active_from: string
          active_to: string | null
          amount_agorot: number | null
          code: string
          created_at: string
          created_by: string | null
          id: string
          is_active: boolean
          is_demo: boolean
          max_uses: number | null
          note: string
          per_contact: number | null
          percent: number | null
          product_ids: string[]
          version: number
        }
        Insert: {
          active_from?: string
          active_to?: string | null
          amount_agorot?: number | null
          code: string
          created_at?: string
          created_by?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean
          max_uses?: number | null
          note?: string
          per_contact?: number | null
          percent?: number | null
          product_ids?: Readonly<string[]>
          version?: number
        }
        Update: {
          active_from?: string
          active_to?: string | null
          amount_agorot?: number | null
          code?: string
          created_at?: string
          created_by?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean
          max_uses?: number | null
          note?: string
          per_contact?: number | null
          percent?: number | null
          product_ids?: Readonly<string[]>
          version?: number
        }
        Relationships: []
      }
      custom_field_defs: {
        Row: {
          created_at: string
          deleted_at: string | null
          entity: 'contact' | 'opportunity' | 'household'
          id: string
          is_demo: boolean
          key: string
          label: string
          options: Shape<'custom_field_defs.options', Json>
          position: number
          required: boolean
          type: 'text' | 'number' | 'money' | 'date' | 'select' | 'multi' | 'checkbox' | 'phone' | 'url'
          version: number
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          entity: 'contact' | 'opportunity' | 'household'
          id?: string
          is_demo?: boolean
          key?: string
          label: string
          options?: Shape<'custom_field_defs.options', Json>
          position?: number
          required?: boolean
          type: 'text' | 'number' | 'money' | 'date' | 'select' | 'multi' | 'checkbox' | 'phone' | 'url'
          version?: number
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          entity?: 'contact' | 'opportunity' | 'household'
          id?: string
          is_demo?: boolean
          key?: string
          label?: string
          options?: Shape<'custom_field_defs.options', Json>
          position?: number
          required?: boolean
          type?: 'text' | 'number' | 'money' | 'date' | 'select' | 'multi' | 'checkbox' | 'phone' | 'url'
          version?: number
        }
        Relationships: []
      }
      domain_events: {
        Row: {
          actor_id: string | null
          actor_kind: 'user' | 'system' | 'automation'
          caused_by: string | null
          contact_id: string | null
          depth: number
          entity_id: string
          entity_type: string
          household_id: string | null
          id: number
          is_demo: boolean
          occurred_at: string
          once_key: string | null
          payload: Shape<'domain_events.payload', JsonObject>
          transaction_id: string
          type: string
        }
        Insert: {
          actor_id?: string | null
          actor_kind?: 'user' | 'system' | 'automation'
          caused_by?: string | null
          contact_id?: string | null
          depth?: number
          entity_id: string
          entity_type: string
          household_id?: string | null
          id?: never
          is_demo?: boolean
          occurred_at?: string
          once_key?: string | null
          payload?: Shape<'domain_events.payload', JsonObject>
          transaction_id?: string
          type: string
        }
        Update: {
          actor_id?: string | null
          actor_kind?: 'user' | 'system' | 'automation'
          caused_by?: string | null
          contact_id?: string | null
          depth?: number
          entity_id?: string
          entity_type?: string
          household_id?: string | null
          id?: never
          is_demo?: boolean
          occurred_at?: string
          once_key?: string | null
          payload?: Shape<'domain_events.payload', JsonObject>
          transaction_id?: string
          type?: string
        }
        Relationships: [{ foreignKeyName: 'domain_events_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'domain_events_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }]
      }
      due_notices: {
        Row: {
          at: string
          created_at: string
          entity_id: string
          rule_id: string
        }
        Insert: {
          at: string
          created_at?: string
          entity_id: string
          rule_id: string
        }
        Update: {
          at?: string
          created_at?: string
          entity_id?: string
          rule_id?: string
        }
        Relationships: [{ foreignKeyName: 'due_notices_rule_id_fkey'; columns: ['rule_id']; isOneToOne: false; referencedRelation: 'message_rules'; referencedColumns: ['id'] }]
      }
      duplicate_pairs: {
        Row: {
          dismissed_at: string | null
          dismissed_by: string | null
          first_id: string
          found_at: string
          looks_like: 'duplicate' | 'household'
          reasons: Shape<'duplicate_pairs.reasons', string[]>
          score: number
          second_id: string
        }
        Insert: {
          dismissed_at?: string | null
          dismissed_by?: string | null
          first_id: string
          found_at?: string
          looks_like: 'duplicate' | 'household'
          reasons: Readonly<Shape<'duplicate_pairs.reasons', string[]>>
          score: number
          second_id: string
        }
        Update: {
          dismissed_at?: string | null
          dismissed_by?: string | null
          first_id?: string
          found_at?: string
          looks_like?: 'duplicate' | 'household'
          reasons?: Readonly<Shape<'duplicate_pairs.reasons', string[]>>
          score?: number
          second_id?: string
        }
        Relationships: [{ foreignKeyName: 'duplicate_pairs_first_id_fkey'; columns: ['first_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'duplicate_pairs_second_id_fkey'; columns: ['second_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      earlier_offers: {
        Row: {
          held_until: string
          hold_id: string | null
          id: string
          offered_at: string
          root_id: string
          starts_at: string
        }
        Insert: {
          held_until: string
          hold_id?: string | null
          id?: string
          offered_at?: string
          root_id: string
          starts_at: string
        }
        Update: {
          held_until?: string
          hold_id?: string | null
          id?: string
          offered_at?: string
          root_id?: string
          starts_at?: string
        }
        Relationships: [{ foreignKeyName: 'earlier_offers_hold_id_fkey'; columns: ['hold_id']; isOneToOne: false; referencedRelation: 'slot_holds'; referencedColumns: ['id'] }, { foreignKeyName: 'earlier_offers_root_id_fkey'; columns: ['root_id']; isOneToOne: false; referencedRelation: 'appointments'; referencedColumns: ['id'] }]
      }
      earlier_waits: {
        Row: {
          created_at: string
          root_id: string
          seen_starts: string[] | null
          seen_until: string | null
        }
        Insert: {
          created_at?: string
          root_id: string
          seen_starts?: Readonly<string[]> | null
          seen_until?: string | null
        }
        Update: {
          created_at?: string
          root_id?: string
          seen_starts?: Readonly<string[]> | null
          seen_until?: string | null
        }
        Relationships: [{ foreignKeyName: 'earlier_waits_root_id_fkey'; columns: ['root_id']; isOneToOne: true; referencedRelation: 'appointments'; referencedColumns: ['id'] }]
      }
      email_kinds: {
        Row: {
          has_link: boolean
          kind: string
          tokens: Shape<'email_kinds.tokens', string[]>
        }
        Insert: {
          has_link: boolean
          kind: string
          tokens: Readonly<Shape<'email_kinds.tokens', string[]>>
        }
        Update: {
          has_link?: boolean
          kind?: string
          tokens?: Readonly<Shape<'email_kinds.tokens', string[]>>
        }
        Relationships: []
      }
      email_texts: {
        Row: {
          blocks: Shape<'email_texts.blocks', unknown[]>
          body: string
          button: string | null
          closing: string
          heading: string
          kind: string
          preheader: string
          subject: string
          updated_at: string
          version: number
        }
        Insert: {
          blocks?: Shape<'email_texts.blocks', unknown[]>
          body: string
          button?: string | null
          closing?: string
          heading: string
          kind: string
          preheader?: string
          subject: string
          updated_at?: string
          version?: number
        }
        Update: {
          blocks?: Shape<'email_texts.blocks', unknown[]>
          body?: string
          button?: string | null
          closing?: string
          heading?: string
          kind?: string
          preheader?: string
          subject?: string
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'unknown_email_kind'; columns: ['kind']; isOneToOne: true; referencedRelation: 'email_kinds'; referencedColumns: ['kind'] }]
      }
      enrolments: {
        Row: {
          contact_id: string
          created_at: string
          created_by: string | null
          ended_on: string | null
          enrolled_on: string
          id: string
          is_demo: boolean
          price_id: string | null
          product_id: string
          version: number
        }
        Insert: {
          contact_id: string
          created_at?: string
          created_by?: string | null
          ended_on?: string | null
          enrolled_on?: string
          id?: string
          is_demo?: boolean
          price_id?: string | null
          product_id: string
          version?: number
        }
        Update: {
          contact_id?: string
          created_at?: string
          created_by?: string | null
          ended_on?: string | null
          enrolled_on?: string
          id?: string
          is_demo?: boolean
          price_id?: string | null
          product_id?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'enrolments_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'enrolments_price_id_fkey'; columns: ['price_id']; isOneToOne: false; referencedRelation: 'prices'; referencedColumns: ['id'] }, { foreignKeyName: 'product_was_bought'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      event_cursors: {
        Row: {
          attempts: number
          event_id: number
          failing_event_id: number | null
          last_error: string | null
          retry_at: string | null
          subscriber: string
          transaction_id: string
          updated_at: string
        }
        Insert: {
          attempts?: number
          event_id: number
          failing_event_id?: number | null
          last_error?: string | null
          retry_at?: string | null
          subscriber: string
          transaction_id: string
          updated_at?: string
        }
        Update: {
          attempts?: number
          event_id?: number
          failing_event_id?: number | null
          last_error?: string | null
          retry_at?: string | null
          subscriber?: string
          transaction_id?: string
          updated_at?: string
        }
        Relationships: []
      }
      event_failures: {
        Row: {
          error: string
          event_id: number
          failed_at: string
          id: string
          subscriber: string
        }
        Insert: {
          error: string
          event_id: number
          failed_at?: string
          id?: string
          subscriber: string
        }
        Update: {
          error?: string
          event_id?: number
          failed_at?: string
          id?: string
          subscriber?: string
        }
        Relationships: [{ foreignKeyName: 'event_failures_event_id_fkey'; columns: ['event_id']; isOneToOne: false; referencedRelation: 'domain_events'; referencedColumns: ['id'] }]
      }
      exports: {
        Row: {
          at: string
          by: string | null
          format: 'csv' | 'xlsx'
          id: string
          list: 'contacts' | 'appointments' | 'orders' | 'form_submissions' | 'quiz_attempts' | 'webinar_registrations'
          row_count: number
          search: string
        }
        Insert: {
          at?: string
          by?: string | null
          format: 'csv' | 'xlsx'
          id?: string
          list: 'contacts' | 'appointments' | 'orders' | 'form_submissions' | 'quiz_attempts' | 'webinar_registrations'
          row_count: number
          search?: string
        }
        Update: {
          at?: string
          by?: string | null
          format?: 'csv' | 'xlsx'
          id?: string
          list?: 'contacts' | 'appointments' | 'orders' | 'form_submissions' | 'quiz_attempts' | 'webinar_registrations'
          row_count?: number
          search?: string
        }
        Relationships: []
      }
      files: {
        Row: {
          contact_id: string
          created_at: string
          deleted_at: string | null
          id: string
          mime_type: string
          name: string
          opportunity_id: string | null
          shared_with: 'client' | 'household' | null
          size_bytes: number
          stored_at: string | null
          thread_id: string | null
          thread_message_id: string | null
          uploaded_by: string | null
          version: number
        }
        Insert: {
          contact_id: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          mime_type?: string
          name: string
          opportunity_id?: string | null
          shared_with?: 'client' | 'household' | null
          size_bytes?: number
          stored_at?: string | null
          thread_id?: string | null
          thread_message_id?: string | null
          uploaded_by?: string | null
          version?: number
        }
        Update: {
          contact_id?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          mime_type?: string
          name?: string
          opportunity_id?: string | null
          shared_with?: 'client' | 'household' | null
          size_bytes?: number
          stored_at?: string | null
          thread_id?: string | null
          thread_message_id?: string | null
          uploaded_by?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'files_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'files_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }, { foreignKeyName: 'files_thread_id_fkey'; columns: ['thread_id']; isOneToOne: false; referencedRelation: 'threads'; referencedColumns: ['id'] }, { foreignKeyName: 'files_thread_message_id_fkey'; columns: ['thread_message_id']; isOneToOne: false; referencedRelation: 'thread_messages'; referencedColumns: ['id'] }]
      }
      form_change_drafts: {
        Row: {
          page_key: string | null
          revision: number
          saved_at: string
          sealed: string
          submission_id: string
        }
        Insert: {
          page_key?: string | null
          revision: number
          saved_at?: string
          sealed: string
          submission_id: string
        }
        Update: {
          page_key?: string | null
          revision?: number
          saved_at?: string
          sealed?: string
          submission_id?: string
        }
        Relationships: [{ foreignKeyName: 'form_change_drafts_submission_id_fkey'; columns: ['submission_id']; isOneToOne: true; referencedRelation: 'form_submissions'; referencedColumns: ['id'] }]
      }
      form_files: {
        Row: {
          created_at: string
          field_key: string
          id: string
          mime_type: string
          name: string
          scan_state: 'unscanned' | 'waiting' | 'clean' | 'infected'
          scanned_at: string | null
          size_bytes: number
          submission_id: string
          threat: string | null
        }
        Insert: {
          created_at?: string
          field_key: string
          id?: string
          mime_type: string
          name: string
          scan_state?: 'unscanned' | 'waiting' | 'clean' | 'infected'
          scanned_at?: string | null
          size_bytes: number
          submission_id: string
          threat?: string | null
        }
        Update: {
          created_at?: string
          field_key?: string
          id?: string
          mime_type?: string
          name?: string
          scan_state?: 'unscanned' | 'waiting' | 'clean' | 'infected'
          scanned_at?: string | null
          size_bytes?: number
          submission_id?: string
          threat?: string | null
        }
        Relationships: [{ foreignKeyName: 'form_files_submission_id_fkey'; columns: ['submission_id']; isOneToOne: false; referencedRelation: 'form_submissions'; referencedColumns: ['id'] }]
      }
      form_former_answers: {
        Row: {
          answers: Shape<'form_former_answers.answers', JsonObject>
          given_at: string
          number: number
          replaced_at: string
          sealed: string | null
          submission_id: string
        }
        Insert: {
          answers: Shape<'form_former_answers.answers', JsonObject>
          given_at: string
          number: number
          replaced_at?: string
          sealed?: string | null
          submission_id: string
        }
        Update: {
          answers?: Shape<'form_former_answers.answers', JsonObject>
          given_at?: string
          number?: number
          replaced_at?: string
          sealed?: string | null
          submission_id?: string
        }
        Relationships: [{ foreignKeyName: 'form_former_answers_submission_id_fkey'; columns: ['submission_id']; isOneToOne: false; referencedRelation: 'form_submissions'; referencedColumns: ['id'] }]
      }
      form_links: {
        Row: {
          appointment_id: string | null
          contact_id: string
          created_at: string
          created_by: string | null
          expires_at: string | null
          form_id: string
          id: string
          is_single_use: boolean
          revoked_at: string | null
          stage_instance_id: string | null
          token_hash: string
          used_at: string | null
        }
        Insert: {
          appointment_id?: string | null
          contact_id: string
          created_at?: string
          created_by?: string | null
          expires_at?: string | null
          form_id: string
          id?: string
          is_single_use: boolean
          revoked_at?: string | null
          stage_instance_id?: string | null
          token_hash: string
          used_at?: string | null
        }
        Update: {
          appointment_id?: string | null
          contact_id?: string
          created_at?: string
          created_by?: string | null
          expires_at?: string | null
          form_id?: string
          id?: string
          is_single_use?: boolean
          revoked_at?: string | null
          stage_instance_id?: string | null
          token_hash?: string
          used_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'form_links_appointment_id_fkey'; columns: ['appointment_id']; isOneToOne: true; referencedRelation: 'appointments'; referencedColumns: ['id'] }, { foreignKeyName: 'form_links_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'form_links_form_id_fkey'; columns: ['form_id']; isOneToOne: false; referencedRelation: 'forms'; referencedColumns: ['id'] }, { foreignKeyName: 'form_links_stage_instance_id_fkey'; columns: ['stage_instance_id']; isOneToOne: false; referencedRelation: 'process_stage_instances'; referencedColumns: ['id'] }]
      }
      form_password_networks: {
        Row: {
          form_id: string
          last_used_at: string
          network_hash: string
        }
        Insert: {
          form_id: string
          last_used_at?: string
          network_hash: string
        }
        Update: {
          form_id?: string
          last_used_at?: string
          network_hash?: string
        }
        Relationships: [{ foreignKeyName: 'form_password_networks_form_id_fkey'; columns: ['form_id']; isOneToOne: false; referencedRelation: 'forms'; referencedColumns: ['id'] }]
      }
      form_passwords: {
        Row: {
          changed_at: string
          form_id: string
          password_hash: string
        }
        Insert: {
          changed_at?: string
          form_id: string
          password_hash: string
        }
        Update: {
          changed_at?: string
          form_id?: string
          password_hash?: string
        }
        Relationships: [{ foreignKeyName: 'form_passwords_form_id_fkey'; columns: ['form_id']; isOneToOne: true; referencedRelation: 'forms'; referencedColumns: ['id'] }]
      }
      form_resume_keys: {
        Row: {
          created_at: string
          key_hash: string
          submission_id: string
        }
        Insert: {
          created_at?: string
          key_hash: string
          submission_id: string
        }
        Update: {
          created_at?: string
          key_hash?: string
          submission_id?: string
        }
        Relationships: [{ foreignKeyName: 'form_resume_keys_submission_id_fkey'; columns: ['submission_id']; isOneToOne: false; referencedRelation: 'form_submissions'; referencedColumns: ['id'] }]
      }
      form_sealed_answers: {
        Row: {
          sealed: string
          submission_id: string
        }
        Insert: {
          sealed: string
          submission_id: string
        }
        Update: {
          sealed?: string
          submission_id?: string
        }
        Relationships: [{ foreignKeyName: 'form_sealed_answers_submission_id_fkey'; columns: ['submission_id']; isOneToOne: true; referencedRelation: 'form_submissions'; referencedColumns: ['id'] }]
      }
      form_submissions: {
        Row: {
          abandoned_at: string | null
          answers: Shape<'form_submissions.answers', JsonObject>
          change_count: number
          changed_at: string | null
          completed_at: string | null
          computed: Shape<'form_submissions.computed', JsonObject>
          consent_text_id: string | null
          contact_id: string | null
          dimensions: Shape<'form_submissions.dimensions', JsonObject>
          ending_key: string | null
          form_id: string
          form_version: number
          id: string
          ip_trunc: string | null
          is_contactable: boolean
          is_demo: boolean
          key_hash: string
          last_at: string
          link_id: string | null
          opportunity_id: string | null
          page_key: string | null
          privacy_text_id: string | null
          question_seconds: Shape<'form_submissions.question_seconds', JsonObject>
          remind_to: string | null
          revision: number
          score: number | null
          source_url: string | null
          started_at: string
          status: 'partial' | 'complete' | 'spam'
          user_agent: string | null
          utm: Shape<'form_submissions.utm', JsonObject>
        }
        Insert: {
          abandoned_at?: string | null
          answers?: Shape<'form_submissions.answers', JsonObject>
          change_count?: number
          changed_at?: string | null
          completed_at?: string | null
          computed?: Shape<'form_submissions.computed', JsonObject>
          consent_text_id?: string | null
          contact_id?: string | null
          dimensions?: Shape<'form_submissions.dimensions', JsonObject>
          ending_key?: string | null
          form_id: string
          form_version: number
          id?: string
          ip_trunc?: string | null
          is_contactable?: boolean
          is_demo?: boolean
          key_hash: string
          last_at?: string
          link_id?: string | null
          opportunity_id?: string | null
          page_key?: string | null
          privacy_text_id?: string | null
          question_seconds?: Shape<'form_submissions.question_seconds', JsonObject>
          remind_to?: string | null
          revision?: number
          score?: number | null
          source_url?: string | null
          started_at?: string
          status: 'partial' | 'complete' | 'spam'
          user_agent?: string | null
          utm?: Shape<'form_submissions.utm', JsonObject>
        }
        Update: {
          abandoned_at?: string | null
          answers?: Shape<'form_submissions.answers', JsonObject>
          change_count?: number
          changed_at?: string | null
          completed_at?: string | null
          computed?: Shape<'form_submissions.computed', JsonObject>
          consent_text_id?: string | null
          contact_id?: string | null
          dimensions?: Shape<'form_submissions.dimensions', JsonObject>
          ending_key?: string | null
          form_id?: string
          form_version?: number
          id?: string
          ip_trunc?: string | null
          is_contactable?: boolean
          is_demo?: boolean
          key_hash?: string
          last_at?: string
          link_id?: string | null
          opportunity_id?: string | null
          page_key?: string | null
          privacy_text_id?: string | null
          question_seconds?: Shape<'form_submissions.question_seconds', JsonObject>
          remind_to?: string | null
          revision?: number
          score?: number | null
          source_url?: string | null
          started_at?: string
          status?: 'partial' | 'complete' | 'spam'
          user_agent?: string | null
          utm?: Shape<'form_submissions.utm', JsonObject>
        }
        Relationships: [{ foreignKeyName: 'form_submissions_consent_text_id_fkey'; columns: ['consent_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'form_submissions_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'form_submissions_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }, { foreignKeyName: 'form_submissions_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'link_of_another_form'; columns: ['form_id', 'link_id']; isOneToOne: false; referencedRelation: 'form_links'; referencedColumns: ['form_id', 'id'] }, { foreignKeyName: 'submission_of_unknown_version'; columns: ['form_id', 'form_version']; isOneToOne: false; referencedRelation: 'form_versions'; referencedColumns: ['form_id', 'number'] }]
      }
      form_versions: {
        Row: {
          definition: Shape<'form_versions.definition', Json>
          form_id: string
          number: number
          published_at: string
          published_by: string | null
        }
        Insert: {
          definition: Shape<'form_versions.definition', Json>
          form_id: string
          number: number
          published_at?: string
          published_by?: string | null
        }
        Update: {
          definition?: Shape<'form_versions.definition', Json>
          form_id?: string
          number?: number
          published_at?: string
          published_by?: string | null
        }
        Relationships: [{ foreignKeyName: 'form_versions_form_id_fkey'; columns: ['form_id']; isOneToOne: false; referencedRelation: 'forms'; referencedColumns: ['id'] }]
      }
      forms: {
        Row: {
          allowed_origins: Shape<'forms.allowed_origins', string[]>
          allows_changes: boolean
          closed_text: string
          closes_at: string | null
          created_at: string
          current_version: number | null
          deleted_at: string | null
          draft: Shape<'forms.draft', JsonObject>
          id: string
          is_demo: boolean
          most_submissions: number | null
          notifies_staff: boolean
          once_per_person: boolean
          opens_at: string | null
          opens_opportunity: boolean
          owner_id: string | null
          public_id: string
          reminds_unfinished: boolean
          status: 'draft' | 'published' | 'paused' | 'closed' | 'archived'
          title: string
          version: number
        }
        Insert: {
          allowed_origins?: Readonly<Shape<'forms.allowed_origins', string[]>>
          allows_changes?: boolean
          closed_text?: string
          closes_at?: string | null
          created_at?: string
          current_version?: number | null
          deleted_at?: string | null
          draft?: Shape<'forms.draft', JsonObject>
          id?: string
          is_demo?: boolean
          most_submissions?: number | null
          notifies_staff?: boolean
          once_per_person?: boolean
          opens_at?: string | null
          opens_opportunity?: boolean
          owner_id?: string | null
          public_id?: string
          reminds_unfinished?: boolean
          status?: 'draft' | 'published' | 'paused' | 'closed' | 'archived'
          title: string
          version?: number
        }
        Update: {
          allowed_origins?: Readonly<Shape<'forms.allowed_origins', string[]>>
          allows_changes?: boolean
          closed_text?: string
          closes_at?: string | null
          created_at?: string
          current_version?: number | null
          deleted_at?: string | null
          draft?: Shape<'forms.draft', JsonObject>
          id?: string
          is_demo?: boolean
          most_submissions?: number | null
          notifies_staff?: boolean
          once_per_person?: boolean
          opens_at?: string | null
          opens_opportunity?: boolean
          owner_id?: string | null
          public_id?: string
          reminds_unfinished?: boolean
          status?: 'draft' | 'published' | 'paused' | 'closed' | 'archived'
          title?: string
          version?: number
        }
        Relationships: []
      }
      gateway_settings: {
        Row: {
          cashier_uid: string | null
          has_keys: boolean
          is_chosen: boolean
          issues_documents: boolean
          page_uid: string | null
          provider: 'cardcom' | 'payplus' | 'manual'
          terminal: string | null
          test_fault: string | null
          tested_at: string | null
          updated_by: string | null
          version: number
        }
        Insert: {
          cashier_uid?: string | null
          has_keys?: boolean
          is_chosen?: boolean
          issues_documents?: boolean
          page_uid?: string | null
          provider: 'cardcom' | 'payplus' | 'manual'
          terminal?: string | null
          test_fault?: string | null
          tested_at?: string | null
          updated_by?: string | null
          version?: number
        }
        Update: {
          cashier_uid?: string | null
          has_keys?: boolean
          is_chosen?: boolean
          issues_documents?: boolean
          page_uid?: string | null
          provider?: 'cardcom' | 'payplus' | 'manual'
          terminal?: string | null
          test_fault?: string | null
          tested_at?: string | null
          updated_by?: string | null
          version?: number
        }
        Relationships: []
      }
      group_waits: {
        Row: {
          contact_id: string
          created_at: string
          email: string
          held_until: string | null
          hold_id: string | null
          id: string
          name: string
          offered_at: string | null
          privacy_text_id: string | null
          slot_group_id: string
          source_url: string | null
        }
        Insert: {
          contact_id: string
          created_at?: string
          email: string
          held_until?: string | null
          hold_id?: string | null
          id?: string
          name: string
          offered_at?: string | null
          privacy_text_id?: string | null
          slot_group_id: string
          source_url?: string | null
        }
        Update: {
          contact_id?: string
          created_at?: string
          email?: string
          held_until?: string | null
          hold_id?: string | null
          id?: string
          name?: string
          offered_at?: string | null
          privacy_text_id?: string | null
          slot_group_id?: string
          source_url?: string | null
        }
        Relationships: [{ foreignKeyName: 'group_waits_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'group_waits_hold_id_fkey'; columns: ['hold_id']; isOneToOne: false; referencedRelation: 'slot_holds'; referencedColumns: ['id'] }, { foreignKeyName: 'group_waits_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'group_waits_slot_group_id_fkey'; columns: ['slot_group_id']; isOneToOne: false; referencedRelation: 'slot_groups'; referencedColumns: ['id'] }]
      }
      handovers: {
        Row: {
          at: string
          by: string | null
          contacts: string[]
          contacts_to: string | null
          id: string
          member_id: string
          opportunities: string[]
          opportunities_to: string | null
          processes: string[]
          processes_to: string | null
          roles: Shape<'handovers.roles', string[]>
          tasks: string[]
          tasks_to: string | null
          undone_at: string | null
        }
        Insert: {
          at?: string
          by?: string | null
          contacts: Readonly<string[]>
          contacts_to?: string | null
          id?: string
          member_id: string
          opportunities: Readonly<string[]>
          opportunities_to?: string | null
          processes?: Readonly<string[]>
          processes_to?: string | null
          roles: Readonly<Shape<'handovers.roles', string[]>>
          tasks: Readonly<string[]>
          tasks_to?: string | null
          undone_at?: string | null
        }
        Update: {
          at?: string
          by?: string | null
          contacts?: Readonly<string[]>
          contacts_to?: string | null
          id?: string
          member_id?: string
          opportunities?: Readonly<string[]>
          opportunities_to?: string | null
          processes?: Readonly<string[]>
          processes_to?: string | null
          roles?: Readonly<Shape<'handovers.roles', string[]>>
          tasks?: Readonly<string[]>
          tasks_to?: string | null
          undone_at?: string | null
        }
        Relationships: []
      }
      households: {
        Row: {
          address: string | null
          created_at: string
          custom: Shape<'households.custom', JsonObject>
          deleted_at: string | null
          id: string
          is_demo: boolean
          name: string
          notes: string | null
          version: number
        }
        Insert: {
          address?: string | null
          created_at?: string
          custom?: Shape<'households.custom', JsonObject>
          deleted_at?: string | null
          id?: string
          is_demo?: boolean
          name: string
          notes?: string | null
          version?: number
        }
        Update: {
          address?: string | null
          created_at?: string
          custom?: Shape<'households.custom', JsonObject>
          deleted_at?: string | null
          id?: string
          is_demo?: boolean
          name?: string
          notes?: string | null
          version?: number
        }
        Relationships: []
      }
      import_rows: {
        Row: {
          activity_at: string | null
          after_hash: string | null
          before: Shape<'import_rows.before', Json> | null
          clean: Shape<'import_rows.clean', JsonObject> | null
          duplicate_of: number | null
          faults: Shape<'import_rows.faults', unknown[]>
          household_of: number | null
          import_id: string
          kept_because: string | null
          n: number
          plan: 'created' | 'updated' | 'skipped' | 'error' | null
          raw: Shape<'import_rows.raw', unknown[]>
          reason: string | null
          reason_column: number | null
          record_id: string | null
          result: 'created' | 'updated' | 'skipped' | 'error' | null
          undone: 'deleted' | 'restored' | 'kept' | null
        }
        Insert: {
          activity_at?: string | null
          after_hash?: string | null
          before?: Shape<'import_rows.before', Json> | null
          clean?: Shape<'import_rows.clean', JsonObject> | null
          duplicate_of?: number | null
          faults?: Shape<'import_rows.faults', unknown[]>
          household_of?: number | null
          import_id: string
          kept_because?: string | null
          n: number
          plan?: 'created' | 'updated' | 'skipped' | 'error' | null
          raw: Shape<'import_rows.raw', unknown[]>
          reason?: string | null
          reason_column?: number | null
          record_id?: string | null
          result?: 'created' | 'updated' | 'skipped' | 'error' | null
          undone?: 'deleted' | 'restored' | 'kept' | null
        }
        Update: {
          activity_at?: string | null
          after_hash?: string | null
          before?: Shape<'import_rows.before', Json> | null
          clean?: Shape<'import_rows.clean', JsonObject> | null
          duplicate_of?: number | null
          faults?: Shape<'import_rows.faults', unknown[]>
          household_of?: number | null
          import_id?: string
          kept_because?: string | null
          n?: number
          plan?: 'created' | 'updated' | 'skipped' | 'error' | null
          raw?: Shape<'import_rows.raw', unknown[]>
          reason?: string | null
          reason_column?: number | null
          record_id?: string | null
          result?: 'created' | 'updated' | 'skipped' | 'error' | null
          undone?: 'deleted' | 'restored' | 'kept' | null
        }
        Relationships: [{ foreignKeyName: 'import_rows_import_id_fkey'; columns: ['import_id']; isOneToOne: false; referencedRelation: 'imports'; referencedColumns: ['id'] }]
      }
      imports: {
        Row: {
          consent_proof: string | null
          counts: Shape<'imports.counts', JsonObject>
          created_at: string
          created_by: string | null
          date_evidence: Shape<'imports.date_evidence', unknown[]>
          date_orders: Shape<'imports.date_orders', unknown[]>
          defaults: Shape<'imports.defaults', JsonObject>
          encoding: string | null
          file_bytes: number
          file_hash: string
          file_name: string
          finished_at: string | null
          forgotten_at: string | null
          handled: number
          header: Shape<'imports.header', string[]>
          header_row: number
          id: string
          kind: 'csv' | 'xlsx'
          links_households: boolean
          made: Shape<'imports.made', JsonObject>
          mapping: Shape<'imports.mapping', unknown[]>
          match_by: 'phone' | 'email' | 'phone_or_email' | 'external_id'
          on_match: 'fill_empty' | 'overwrite' | 'skip'
          rolled_back_at: string | null
          row_count: number
          run_at: string | null
          separator: string | null
          status: 'uploaded' | 'mapped' | 'previewed' | 'running' | 'done' | 'failed' | 'rolling_back' | 'rolled_back'
          version: number
        }
        Insert: {
          consent_proof?: string | null
          counts?: Shape<'imports.counts', JsonObject>
          created_at?: string
          created_by?: string | null
          date_evidence?: Shape<'imports.date_evidence', unknown[]>
          date_orders?: Shape<'imports.date_orders', unknown[]>
          defaults?: Shape<'imports.defaults', JsonObject>
          encoding?: string | null
          file_bytes: number
          file_hash: string
          file_name: string
          finished_at?: string | null
          forgotten_at?: string | null
          handled?: number
          header: Readonly<Shape<'imports.header', string[]>>
          header_row: number
          id?: string
          kind: 'csv' | 'xlsx'
          links_households?: boolean
          made?: Shape<'imports.made', JsonObject>
          mapping?: Shape<'imports.mapping', unknown[]>
          match_by?: 'phone' | 'email' | 'phone_or_email' | 'external_id'
          on_match?: 'fill_empty' | 'overwrite' | 'skip'
          rolled_back_at?: string | null
          row_count?: number
          run_at?: string | null
          separator?: string | null
          status?: 'uploaded' | 'mapped' | 'previewed' | 'running' | 'done' | 'failed' | 'rolling_back' | 'rolled_back'
          version?: number
        }
        Update: {
          consent_proof?: string | null
          counts?: Shape<'imports.counts', JsonObject>
          created_at?: string
          created_by?: string | null
          date_evidence?: Shape<'imports.date_evidence', unknown[]>
          date_orders?: Shape<'imports.date_orders', unknown[]>
          defaults?: Shape<'imports.defaults', JsonObject>
          encoding?: string | null
          file_bytes?: number
          file_hash?: string
          file_name?: string
          finished_at?: string | null
          forgotten_at?: string | null
          handled?: number
          header?: Readonly<Shape<'imports.header', string[]>>
          header_row?: number
          id?: string
          kind?: 'csv' | 'xlsx'
          links_households?: boolean
          made?: Shape<'imports.made', JsonObject>
          mapping?: Shape<'imports.mapping', unknown[]>
          match_by?: 'phone' | 'email' | 'phone_or_email' | 'external_id'
          on_match?: 'fill_empty' | 'overwrite' | 'skip'
          rolled_back_at?: string | null
          row_count?: number
          run_at?: string | null
          separator?: string | null
          status?: 'uploaded' | 'mapped' | 'previewed' | 'running' | 'done' | 'failed' | 'rolling_back' | 'rolled_back'
          version?: number
        }
        Relationships: []
      }
      launch_comments: {
        Row: {
          body: string
          content_id: string
          created_at: string
          id: string
          parent_id: string | null
          participant_id: string | null
          pinned: boolean
          settled_at: string | null
          shown_name: string
          status: 'pending' | 'visible' | 'hidden'
          user_id: string | null
          version: number
        }
        Insert: {
          body: string
          content_id: string
          created_at?: string
          id?: string
          parent_id?: string | null
          participant_id?: string | null
          pinned?: boolean
          settled_at?: string | null
          shown_name: string
          status?: 'pending' | 'visible' | 'hidden'
          user_id?: string | null
          version?: number
        }
        Update: {
          body?: string
          content_id?: string
          created_at?: string
          id?: string
          parent_id?: string | null
          participant_id?: string | null
          pinned?: boolean
          settled_at?: string | null
          shown_name?: string
          status?: 'pending' | 'visible' | 'hidden'
          user_id?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'launch_comments_content_id_fkey'; columns: ['content_id']; isOneToOne: false; referencedRelation: 'launch_contents'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_comments_parent_id_fkey'; columns: ['parent_id']; isOneToOne: false; referencedRelation: 'launch_comments'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_comments_participant_id_fkey'; columns: ['participant_id']; isOneToOne: false; referencedRelation: 'launch_participants'; referencedColumns: ['id'] }]
      }
      launch_contents: {
        Row: {
          body: string
          expires_at: string | null
          expires_hours: number | null
          id: string
          kind: 'video' | 'live' | 'pdf' | 'quiz' | 'sales'
          launch_id: string
          position: number
          poster_id: string | null
          release_after: string | null
          release_at: string | null
          release_day: number | null
          release_hours: number | null
          release_kind: 'at' | 'hours' | 'day' | 'content'
          release_time: string | null
          required_for_next: boolean
          title: string
          version: number
          video: Shape<'launch_contents.video', JsonObject> | null
          worksheet_key: string | null
          worksheet_name: string | null
        }
        Insert: {
          body?: string
          expires_at?: string | null
          expires_hours?: number | null
          id?: string
          kind?: 'video' | 'live' | 'pdf' | 'quiz' | 'sales'
          launch_id: string
          position: number
          poster_id?: string | null
          release_after?: string | null
          release_at?: string | null
          release_day?: number | null
          release_hours?: number | null
          release_kind?: 'at' | 'hours' | 'day' | 'content'
          release_time?: string | null
          required_for_next?: boolean
          title: string
          version?: number
          video?: Shape<'launch_contents.video', JsonObject> | null
          worksheet_key?: string | null
          worksheet_name?: string | null
        }
        Update: {
          body?: string
          expires_at?: string | null
          expires_hours?: number | null
          id?: string
          kind?: 'video' | 'live' | 'pdf' | 'quiz' | 'sales'
          launch_id?: string
          position?: number
          poster_id?: string | null
          release_after?: string | null
          release_at?: string | null
          release_day?: number | null
          release_hours?: number | null
          release_kind?: 'at' | 'hours' | 'day' | 'content'
          release_time?: string | null
          required_for_next?: boolean
          title?: string
          version?: number
          video?: Shape<'launch_contents.video', JsonObject> | null
          worksheet_key?: string | null
          worksheet_name?: string | null
        }
        Relationships: [{ foreignKeyName: 'launch_contents_launch_id_fkey'; columns: ['launch_id']; isOneToOne: false; referencedRelation: 'launches'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_contents_poster_id_fkey'; columns: ['poster_id']; isOneToOne: false; referencedRelation: 'pictures'; referencedColumns: ['id'] }, { foreignKeyName: 'release_after_another_launch'; columns: ['launch_id', 'release_after']; isOneToOne: false; referencedRelation: 'launch_contents'; referencedColumns: ['launch_id', 'id'] }]
      }
      launch_devices: {
        Row: {
          created_at: string
          device_hash: string
          participant_id: string
          verified_at: string | null
        }
        Insert: {
          created_at?: string
          device_hash: string
          participant_id: string
          verified_at?: string | null
        }
        Update: {
          created_at?: string
          device_hash?: string
          participant_id?: string
          verified_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'launch_devices_participant_id_fkey'; columns: ['participant_id']; isOneToOne: false; referencedRelation: 'launch_participants'; referencedColumns: ['id'] }]
      }
      launch_moves: {
        Row: {
          from_status: string
          id: string
          launch_id: string
          moved_at: string
          moved_by: string | null
          to_status: string
        }
        Insert: {
          from_status: string
          id?: string
          launch_id: string
          moved_at?: string
          moved_by?: string | null
          to_status: string
        }
        Update: {
          from_status?: string
          id?: string
          launch_id?: string
          moved_at?: string
          moved_by?: string | null
          to_status?: string
        }
        Relationships: [{ foreignKeyName: 'launch_moves_launch_id_fkey'; columns: ['launch_id']; isOneToOne: false; referencedRelation: 'launches'; referencedColumns: ['id'] }]
      }
      launch_participants: {
        Row: {
          announced: 'joined' | 'cart_opened' | 'cart_closing'
          cart_closes_at: string | null
          cart_opens_at: string | null
          contact_id: string
          email: string
          extended_because: string | null
          extended_by: string | null
          id: string
          ip_trunc: string | null
          is_demo: boolean
          joined_at: string
          last_seen_at: string | null
          launch_id: string
          name: string
          opted_out_at: string | null
          order_id: string | null
          privacy_text_id: string | null
          source_url: string | null
          status: 'joined' | 'active' | 'buyer' | 'lapsed' | 'opted_out'
          user_agent: string | null
          utm: Shape<'launch_participants.utm', JsonObject>
          version: number
        }
        Insert: {
          announced?: 'joined' | 'cart_opened' | 'cart_closing'
          cart_closes_at?: string | null
          cart_opens_at?: string | null
          contact_id: string
          email: string
          extended_because?: string | null
          extended_by?: string | null
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          joined_at?: string
          last_seen_at?: string | null
          launch_id: string
          name: string
          opted_out_at?: string | null
          order_id?: string | null
          privacy_text_id?: string | null
          source_url?: string | null
          status?: 'joined' | 'active' | 'buyer' | 'lapsed' | 'opted_out'
          user_agent?: string | null
          utm?: Shape<'launch_participants.utm', JsonObject>
          version?: number
        }
        Update: {
          announced?: 'joined' | 'cart_opened' | 'cart_closing'
          cart_closes_at?: string | null
          cart_opens_at?: string | null
          contact_id?: string
          email?: string
          extended_because?: string | null
          extended_by?: string | null
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          joined_at?: string
          last_seen_at?: string | null
          launch_id?: string
          name?: string
          opted_out_at?: string | null
          order_id?: string | null
          privacy_text_id?: string | null
          source_url?: string | null
          status?: 'joined' | 'active' | 'buyer' | 'lapsed' | 'opted_out'
          user_agent?: string | null
          utm?: Shape<'launch_participants.utm', JsonObject>
          version?: number
        }
        Relationships: [{ foreignKeyName: 'launch_participants_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_participants_launch_id_fkey'; columns: ['launch_id']; isOneToOne: false; referencedRelation: 'launches'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_participants_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_participants_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }]
      }
      launch_progress: {
        Row: {
          announced_at: string | null
          completed_at: string | null
          content_id: string
          first_open_at: string | null
          id: string
          max_position_s: number
          notify_asked_at: string | null
          opens_at: string | null
          participant_id: string
          segments: string
        }
        Insert: {
          announced_at?: string | null
          completed_at?: string | null
          content_id: string
          first_open_at?: string | null
          id?: string
          max_position_s?: number
          notify_asked_at?: string | null
          opens_at?: string | null
          participant_id: string
          segments?: string
        }
        Update: {
          announced_at?: string | null
          completed_at?: string | null
          content_id?: string
          first_open_at?: string | null
          id?: string
          max_position_s?: number
          notify_asked_at?: string | null
          opens_at?: string | null
          participant_id?: string
          segments?: string
        }
        Relationships: [{ foreignKeyName: 'launch_progress_content_id_fkey'; columns: ['content_id']; isOneToOne: false; referencedRelation: 'launch_contents'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_progress_participant_id_fkey'; columns: ['participant_id']; isOneToOne: false; referencedRelation: 'launch_participants'; referencedColumns: ['id'] }]
      }
      launch_requests: {
        Row: {
          code_hash: string | null
          created_at: string
          device_hash: string | null
          id: string
          kind: 'link' | 'code'
          participant_id: string
          tries: number
          used_at: string | null
        }
        Insert: {
          code_hash?: string | null
          created_at?: string
          device_hash?: string | null
          id?: string
          kind: 'link' | 'code'
          participant_id: string
          tries?: number
          used_at?: string | null
        }
        Update: {
          code_hash?: string | null
          created_at?: string
          device_hash?: string | null
          id?: string
          kind?: 'link' | 'code'
          participant_id?: string
          tries?: number
          used_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'launch_requests_participant_id_fkey'; columns: ['participant_id']; isOneToOne: false; referencedRelation: 'launch_participants'; referencedColumns: ['id'] }]
      }
      launch_tokens: {
        Row: {
          created_at: string
          first_used_at: string | null
          id: string
          participant_id: string
          proves_address: boolean
          revoked_at: string | null
          token_hash: string
          used_count: number
        }
        Insert: {
          created_at?: string
          first_used_at?: string | null
          id?: string
          participant_id: string
          proves_address?: boolean
          revoked_at?: string | null
          token_hash: string
          used_count?: number
        }
        Update: {
          created_at?: string
          first_used_at?: string | null
          id?: string
          participant_id?: string
          proves_address?: boolean
          revoked_at?: string | null
          token_hash?: string
          used_count?: number
        }
        Relationships: [{ foreignKeyName: 'launch_tokens_participant_id_fkey'; columns: ['participant_id']; isOneToOne: false; referencedRelation: 'launch_participants'; referencedColumns: ['id'] }]
      }
      launch_waitlist: {
        Row: {
          contact_id: string
          created_at: string
          id: string
          launch_id: string
          privacy_text_id: string | null
          seat_offered_at: string | null
          source_url: string | null
        }
        Insert: {
          contact_id: string
          created_at?: string
          id?: string
          launch_id: string
          privacy_text_id?: string | null
          seat_offered_at?: string | null
          source_url?: string | null
        }
        Update: {
          contact_id?: string
          created_at?: string
          id?: string
          launch_id?: string
          privacy_text_id?: string | null
          seat_offered_at?: string | null
          source_url?: string | null
        }
        Relationships: [{ foreignKeyName: 'launch_waitlist_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_waitlist_launch_id_fkey'; columns: ['launch_id']; isOneToOne: false; referencedRelation: 'launches'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_waitlist_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }]
      }
      launches: {
        Row: {
          cart_after_hours: number | null
          cart_closes_at: string | null
          cart_hours: number | null
          cart_opens_at: string | null
          cloned_from_id: string | null
          comments_mode: 'off' | 'moderated' | 'open'
          cooldown_days: number
          created_at: string
          id: string
          is_demo: boolean
          landing: Shape<'launches.landing', JsonObject>
          mode: 'fixed' | 'evergreen'
          next_time: string
          offer: Shape<'launches.offer', JsonObject>
          prelaunch_at: string | null
          price_id: string | null
          status: 'draft' | 'prelaunch' | 'cart_open' | 'cart_closed' | 'ended' | 'archived'
          title: string
          tz: string
          updated_at: string
          version: number
        }
        Insert: {
          cart_after_hours?: number | null
          cart_closes_at?: string | null
          cart_hours?: number | null
          cart_opens_at?: string | null
          cloned_from_id?: string | null
          comments_mode?: 'off' | 'moderated' | 'open'
          cooldown_days?: number
          created_at?: string
          id?: string
          is_demo?: boolean
          landing?: Shape<'launches.landing', JsonObject>
          mode?: 'fixed' | 'evergreen'
          next_time?: string
          offer?: Shape<'launches.offer', JsonObject>
          prelaunch_at?: string | null
          price_id?: string | null
          status?: 'draft' | 'prelaunch' | 'cart_open' | 'cart_closed' | 'ended' | 'archived'
          title: string
          tz?: string
          updated_at?: string
          version?: number
        }
        Update: {
          cart_after_hours?: number | null
          cart_closes_at?: string | null
          cart_hours?: number | null
          cart_opens_at?: string | null
          cloned_from_id?: string | null
          comments_mode?: 'off' | 'moderated' | 'open'
          cooldown_days?: number
          created_at?: string
          id?: string
          is_demo?: boolean
          landing?: Shape<'launches.landing', JsonObject>
          mode?: 'fixed' | 'evergreen'
          next_time?: string
          offer?: Shape<'launches.offer', JsonObject>
          prelaunch_at?: string | null
          price_id?: string | null
          status?: 'draft' | 'prelaunch' | 'cart_open' | 'cart_closed' | 'ended' | 'archived'
          title?: string
          tz?: string
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'launches_cloned_from_id_fkey'; columns: ['cloned_from_id']; isOneToOne: false; referencedRelation: 'launches'; referencedColumns: ['id'] }, { foreignKeyName: 'launches_price_id_fkey'; columns: ['price_id']; isOneToOne: false; referencedRelation: 'prices'; referencedColumns: ['id'] }]
      }
      lead_magnet_deliveries: {
        Row: {
          created_at: string
          email: string
          expires_at: string
          id: string
          reminder_hash: string | null
          request_id: string
          stopped_at: string | null
          token_hash: string | null
          uses: number
        }
        Insert: {
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          reminder_hash?: string | null
          request_id: string
          stopped_at?: string | null
          token_hash?: string | null
          uses?: number
        }
        Update: {
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          reminder_hash?: string | null
          request_id?: string
          stopped_at?: string | null
          token_hash?: string | null
          uses?: number
        }
        Relationships: [{ foreignKeyName: 'lead_magnet_deliveries_request_id_fkey'; columns: ['request_id']; isOneToOne: false; referencedRelation: 'lead_magnet_requests'; referencedColumns: ['id'] }]
      }
      lead_magnet_requests: {
        Row: {
          contact_id: string
          created_at: string
          email: string
          id: string
          ip_trunc: string | null
          is_demo: boolean
          made_contact: boolean
          magnet_id: string
          name: string
          opened_at: string | null
          opens: number
          phone: string | null
          privacy_text_id: string | null
          source_url: string | null
          user_agent: string | null
          utm: Shape<'lead_magnet_requests.utm', JsonObject>
        }
        Insert: {
          contact_id: string
          created_at?: string
          email: string
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          made_contact?: boolean
          magnet_id: string
          name: string
          opened_at?: string | null
          opens?: number
          phone?: string | null
          privacy_text_id?: string | null
          source_url?: string | null
          user_agent?: string | null
          utm?: Shape<'lead_magnet_requests.utm', JsonObject>
        }
        Update: {
          contact_id?: string
          created_at?: string
          email?: string
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          made_contact?: boolean
          magnet_id?: string
          name?: string
          opened_at?: string | null
          opens?: number
          phone?: string | null
          privacy_text_id?: string | null
          source_url?: string | null
          user_agent?: string | null
          utm?: Shape<'lead_magnet_requests.utm', JsonObject>
        }
        Relationships: [{ foreignKeyName: 'lead_magnet_requests_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'lead_magnet_requests_magnet_id_fkey'; columns: ['magnet_id']; isOneToOne: false; referencedRelation: 'lead_magnets'; referencedColumns: ['id'] }, { foreignKeyName: 'lead_magnet_requests_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }]
      }
      lead_magnet_visits: {
        Row: {
          asked_newsletter: boolean
          created_at: string
          may_correct: boolean
          request_id: string
          token_hash: string
        }
        Insert: {
          asked_newsletter?: boolean
          created_at?: string
          may_correct: boolean
          request_id: string
          token_hash: string
        }
        Update: {
          asked_newsletter?: boolean
          created_at?: string
          may_correct?: boolean
          request_id?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'lead_magnet_visits_request_id_fkey'; columns: ['request_id']; isOneToOne: false; referencedRelation: 'lead_magnet_requests'; referencedColumns: ['id'] }]
      }
      lead_magnets: {
        Row: {
          asks_phone: boolean
          asset_bytes: number | null
          asset_key: string | null
          asset_name: string | null
          asset_type: string | null
          automation_id: string | null
          created_at: string
          description: string
          guide: string | null
          id: string
          is_active: boolean
          is_demo: boolean
          landing_path: string | null
          position: number
          slug: string
          title: string
          updated_at: string
          version: number
        }
        Insert: {
          asks_phone?: boolean
          asset_bytes?: number | null
          asset_key?: string | null
          asset_name?: string | null
          asset_type?: string | null
          automation_id?: string | null
          created_at?: string
          description?: string
          guide?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean
          landing_path?: string | null
          position?: number
          slug: string
          title: string
          updated_at?: string
          version?: number
        }
        Update: {
          asks_phone?: boolean
          asset_bytes?: number | null
          asset_key?: string | null
          asset_name?: string | null
          asset_type?: string | null
          automation_id?: string | null
          created_at?: string
          description?: string
          guide?: string | null
          id?: string
          is_active?: boolean
          is_demo?: boolean
          landing_path?: string | null
          position?: number
          slug?: string
          title?: string
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'lead_magnets_automation_id_fkey'; columns: ['automation_id']; isOneToOne: false; referencedRelation: 'automations'; referencedColumns: ['id'] }]
      }
      legal_claims: {
        Row: {
          claim: 'tests' | 'encryption' | 'backups' | 'mfa'
          confirmed_at: string
          confirmed_by: string | null
        }
        Insert: {
          claim: 'tests' | 'encryption' | 'backups' | 'mfa'
          confirmed_at?: string
          confirmed_by?: string | null
        }
        Update: {
          claim?: 'tests' | 'encryption' | 'backups' | 'mfa'
          confirmed_at?: string
          confirmed_by?: string | null
        }
        Relationships: []
      }
      legal_settings: {
        Row: {
          accessibility_audited_on: string | null
          accessibility_updated_on: string | null
          dpo_contact: string | null
          is_demo: boolean
          is_only: boolean
          physical_accessibility: string | null
          retention_lead_months: number | null
          retention_process_months: number | null
          reviewed_at: string | null
          reviewed_by: string | null
          tested_with: string | null
          version: number
        }
        Insert: {
          accessibility_audited_on?: string | null
          accessibility_updated_on?: string | null
          dpo_contact?: string | null
          is_demo?: boolean
          is_only?: boolean
          physical_accessibility?: string | null
          retention_lead_months?: number | null
          retention_process_months?: number | null
          reviewed_at?: string | null
          reviewed_by?: string | null
          tested_with?: string | null
          version?: number
        }
        Update: {
          accessibility_audited_on?: string | null
          accessibility_updated_on?: string | null
          dpo_contact?: string | null
          is_demo?: boolean
          is_only?: boolean
          physical_accessibility?: string | null
          retention_lead_months?: number | null
          retention_process_months?: number | null
          reviewed_at?: string | null
          reviewed_by?: string | null
          tested_with?: string | null
          version?: number
        }
        Relationships: []
      }
      legal_texts: {
        Row: {
          body: string
          edited_at: string
          edited_by: string | null
          key: 'privacy' | 'terms' | 'accessibility' | 'disclaimer'
          updated_line: string
          version: number
        }
        Insert: {
          body: string
          edited_at?: string
          edited_by?: string | null
          key: 'privacy' | 'terms' | 'accessibility' | 'disclaimer'
          updated_line?: string
          version?: number
        }
        Update: {
          body?: string
          edited_at?: string
          edited_by?: string | null
          key?: 'privacy' | 'terms' | 'accessibility' | 'disclaimer'
          updated_line?: string
          version?: number
        }
        Relationships: []
      }
      legal_versions: {
        Row: {
          body: string
          facts: Shape<'legal_versions.facts', JsonObject>
          id: string
          is_demo: boolean
          note: string
          number: number
          published_at: string
          published_by: string | null
          text_key: 'privacy' | 'terms' | 'accessibility' | 'disclaimer'
          updated_line: string
        }
        Insert: {
          body: string
          facts: Shape<'legal_versions.facts', JsonObject>
          id?: string
          is_demo?: boolean
          note?: string
          number: number
          published_at?: string
          published_by?: string | null
          text_key: 'privacy' | 'terms' | 'accessibility' | 'disclaimer'
          updated_line: string
        }
        Update: {
          body?: string
          facts?: Shape<'legal_versions.facts', JsonObject>
          id?: string
          is_demo?: boolean
          note?: string
          number?: number
          published_at?: string
          published_by?: string | null
          text_key?: 'privacy' | 'terms' | 'accessibility' | 'disclaimer'
          updated_line?: string
        }
        Relationships: [{ foreignKeyName: 'legal_versions_text_key_fkey'; columns: ['text_key']; isOneToOne: false; referencedRelation: 'legal_texts'; referencedColumns: ['key'] }]
      }
      lost_reasons: {
        Row: {
          id: string
          is_active: boolean
          name: string
          position: number
          version: number
        }
        Insert: {
          id?: string
          is_active?: boolean
          name: string
          position: number
          version?: number
        }
        Update: {
          id?: string
          is_active?: boolean
          name?: string
          position?: number
          version?: number
        }
        Relationships: []
      }
      mail_preferences: {
        Row: {
          at_most_weekly: boolean
          email: string
          paused_until: string | null
          updated_at: string
        }
        Insert: {
          at_most_weekly?: boolean
          email: string
          paused_until?: string | null
          updated_at?: string
        }
        Update: {
          at_most_weekly?: boolean
          email?: string
          paused_until?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      mailing_lists: {
        Row: {
          archived_at: string | null
          created_at: string
          description: string
          id: string
          is_demo: boolean
          is_public: boolean
          name: string
          position: number
          version: number
        }
        Insert: {
          archived_at?: string | null
          created_at?: string
          description?: string
          id?: string
          is_demo?: boolean
          is_public?: boolean
          name: string
          position?: number
          version?: number
        }
        Update: {
          archived_at?: string | null
          created_at?: string
          description?: string
          id?: string
          is_demo?: boolean
          is_public?: boolean
          name?: string
          position?: number
          version?: number
        }
        Relationships: []
      }
      merges: {
        Row: {
          field_choices: Shape<'merges.field_choices', Json>
          id: string
          loser_id: string
          merged_at: string
          merged_by: string | null
          snapshot: Shape<'merges.snapshot', Json>
          undone_at: string | null
          undone_by: string | null
          winner_id: string
        }
        Insert: {
          field_choices?: Shape<'merges.field_choices', Json>
          id?: string
          loser_id: string
          merged_at?: string
          merged_by?: string | null
          snapshot: Shape<'merges.snapshot', Json>
          undone_at?: string | null
          undone_by?: string | null
          winner_id: string
        }
        Update: {
          field_choices?: Shape<'merges.field_choices', Json>
          id?: string
          loser_id?: string
          merged_at?: string
          merged_by?: string | null
          snapshot?: Shape<'merges.snapshot', Json>
          undone_at?: string | null
          undone_by?: string | null
          winner_id?: string
        }
        Relationships: [{ foreignKeyName: 'merges_loser_id_fkey'; columns: ['loser_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'merges_winner_id_fkey'; columns: ['winner_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      message_anchors: {
        Row: {
          anchor: string
          context_type: string
          label: string
        }
        Insert: {
          anchor: string
          context_type: string
          label: string
        }
        Update: {
          anchor?: string
          context_type?: string
          label?: string
        }
        Relationships: [{ foreignKeyName: 'message_anchors_context_type_fkey'; columns: ['context_type']; isOneToOne: false; referencedRelation: 'message_contexts'; referencedColumns: ['type'] }]
      }
      message_contexts: {
        Row: {
          label: string
          type: string
        }
        Insert: {
          label: string
          type: string
        }
        Update: {
          label?: string
          type?: string
        }
        Relationships: []
      }
      message_rules: {
        Row: {
          anchor: string
          channel: 'email' | 'whatsapp' | 'sms' | 'push' | 'in_app'
          context_type: string
          expires_after_minutes: number | null
          id: string
          is_active: boolean
          key: string
          name: string
          offset_minutes: number
          position: number
          purpose: 'transactional' | 'service' | 'marketing'
          recipients: 'contact' | 'household' | 'staff'
          repeats_when_moved: boolean
          sends_late: boolean
          template_key: string
          updated_at: string
          version: number
          whatsapp_template_id: string | null
        }
        Insert: {
          anchor: string
          channel?: 'email' | 'whatsapp' | 'sms' | 'push' | 'in_app'
          context_type: string
          expires_after_minutes?: number | null
          id?: string
          is_active?: boolean
          key: string
          name: string
          offset_minutes?: number
          position?: number
          purpose: 'transactional' | 'service' | 'marketing'
          recipients?: 'contact' | 'household' | 'staff'
          repeats_when_moved?: boolean
          sends_late?: boolean
          template_key: string
          updated_at?: string
          version?: number
          whatsapp_template_id?: string | null
        }
        Update: {
          anchor?: string
          channel?: 'email' | 'whatsapp' | 'sms' | 'push' | 'in_app'
          context_type?: string
          expires_after_minutes?: number | null
          id?: string
          is_active?: boolean
          key?: string
          name?: string
          offset_minutes?: number
          position?: number
          purpose?: 'transactional' | 'service' | 'marketing'
          recipients?: 'contact' | 'household' | 'staff'
          repeats_when_moved?: boolean
          sends_late?: boolean
          template_key?: string
          updated_at?: string
          version?: number
          whatsapp_template_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'anchor_of_another_context'; columns: ['context_type', 'anchor']; isOneToOne: false; referencedRelation: 'message_anchors'; referencedColumns: ['context_type', 'anchor'] }, { foreignKeyName: 'message_rules_whatsapp_template_id_fkey'; columns: ['whatsapp_template_id']; isOneToOne: false; referencedRelation: 'message_templates'; referencedColumns: ['id'] }]
      }
      message_settings: {
        Row: {
          daily_cap: number
          id: boolean
          night_from: string
          night_until: string
          quiet_holidays: boolean
          quiet_memorial: boolean
          quiet_nights: boolean
          quiet_shabbat: boolean
          rest_from: string
          rest_until: string
          updated_at: string
          version: number
          weekly_cap: number
        }
        Insert: {
          daily_cap?: number
          id?: boolean
          night_from?: string
          night_until?: string
          quiet_holidays?: boolean
          quiet_memorial?: boolean
          quiet_nights?: boolean
          quiet_shabbat?: boolean
          rest_from?: string
          rest_until?: string
          updated_at?: string
          version?: number
          weekly_cap?: number
        }
        Update: {
          daily_cap?: number
          id?: boolean
          night_from?: string
          night_until?: string
          quiet_holidays?: boolean
          quiet_memorial?: boolean
          quiet_nights?: boolean
          quiet_shabbat?: boolean
          rest_from?: string
          rest_until?: string
          updated_at?: string
          version?: number
          weekly_cap?: number
        }
        Relationships: []
      }
      message_template_versions: {
        Row: {
          content: Shape<'message_template_versions.content', JsonObject>
          number: number
          published_at: string
          published_by: string | null
          template_id: string
        }
        Insert: {
          content: Shape<'message_template_versions.content', JsonObject>
          number: number
          published_at?: string
          published_by?: string | null
          template_id: string
        }
        Update: {
          content?: Shape<'message_template_versions.content', JsonObject>
          number?: number
          published_at?: string
          published_by?: string | null
          template_id?: string
        }
        Relationships: [{ foreignKeyName: 'message_template_versions_template_id_fkey'; columns: ['template_id']; isOneToOne: false; referencedRelation: 'message_templates'; referencedColumns: ['id'] }]
      }
      message_templates: {
        Row: {
          archived_at: string | null
          channel: 'email' | 'whatsapp' | 'sms' | 'push'
          context_type: string | null
          created_at: string
          draft: Shape<'message_templates.draft', JsonObject>
          id: string
          is_demo: boolean
          key: string | null
          name: string
          published_number: number | null
          purpose: 'transactional' | 'service' | 'marketing'
          updated_at: string
          version: number
        }
        Insert: {
          archived_at?: string | null
          channel: 'email' | 'whatsapp' | 'sms' | 'push'
          context_type?: string | null
          created_at?: string
          draft?: Shape<'message_templates.draft', JsonObject>
          id?: string
          is_demo?: boolean
          key?: string | null
          name: string
          published_number?: number | null
          purpose?: 'transactional' | 'service' | 'marketing'
          updated_at?: string
          version?: number
        }
        Update: {
          archived_at?: string | null
          channel?: 'email' | 'whatsapp' | 'sms' | 'push'
          context_type?: string | null
          created_at?: string
          draft?: Shape<'message_templates.draft', JsonObject>
          id?: string
          is_demo?: boolean
          key?: string | null
          name?: string
          published_number?: number | null
          purpose?: 'transactional' | 'service' | 'marketing'
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'template_version_missing'; columns: ['id', 'published_number']; isOneToOne: false; referencedRelation: 'message_template_versions'; referencedColumns: ['template_id', 'number'] }]
      }
      messages: {
        Row: {
          body_hash: string
          bounced_at: string | null
          channel: 'email' | 'whatsapp' | 'sms' | 'push'
          complained_at: string | null
          contact_id: string | null
          created_at: string
          delivered_at: string | null
          error: string | null
          id: string
          is_demo: boolean
          mail_id: string | null
          needs_window: boolean
          provider_id: string | null
          purpose: 'transactional' | 'service' | 'marketing'
          scheduled_id: string
          sent_at: string | null
          subject: string
          to_value: string
        }
        Insert: {
          body_hash: string
          bounced_at?: string | null
          channel?: 'email' | 'whatsapp' | 'sms' | 'push'
          complained_at?: string | null
          contact_id?: string | null
          created_at?: string
          delivered_at?: string | null
          error?: string | null
          id?: string
          is_demo?: boolean
          mail_id?: string | null
          needs_window?: boolean
          provider_id?: string | null
          purpose: 'transactional' | 'service' | 'marketing'
          scheduled_id: string
          sent_at?: string | null
          subject: string
          to_value: string
        }
        Update: {
          body_hash?: string
          bounced_at?: string | null
          channel?: 'email' | 'whatsapp' | 'sms' | 'push'
          complained_at?: string | null
          contact_id?: string | null
          created_at?: string
          delivered_at?: string | null
          error?: string | null
          id?: string
          is_demo?: boolean
          mail_id?: string | null
          needs_window?: boolean
          provider_id?: string | null
          purpose?: 'transactional' | 'service' | 'marketing'
          scheduled_id?: string
          sent_at?: string | null
          subject?: string
          to_value?: string
        }
        Relationships: [{ foreignKeyName: 'messages_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'messages_scheduled_id_fkey'; columns: ['scheduled_id']; isOneToOne: true; referencedRelation: 'scheduled_messages'; referencedColumns: ['id'] }]
      }
      metric_periods: {
        Row: {
          due_on: string
          id: string
          metric_id: string
          reported_at: string | null
          reported_by: string | null
          sealed: string | null
          sealed_for: string | null
          starts_on: string
        }
        Insert: {
          due_on: string
          id?: string
          metric_id: string
          reported_at?: string | null
          reported_by?: string | null
          sealed?: string | null
          sealed_for?: string | null
          starts_on: string
        }
        Update: {
          due_on?: string
          id?: string
          metric_id?: string
          reported_at?: string | null
          reported_by?: string | null
          sealed?: string | null
          sealed_for?: string | null
          starts_on?: string
        }
        Relationships: [{ foreignKeyName: 'metric_periods_metric_id_fkey'; columns: ['metric_id']; isOneToOne: false; referencedRelation: 'metrics'; referencedColumns: ['id'] }, { foreignKeyName: 'metric_periods_reported_by_fkey'; columns: ['reported_by']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      metric_reads: {
        Row: {
          at: string
          contact_id: string
          id: string
          read_by: string
          reader_name: string
        }
        Insert: {
          at?: string
          contact_id: string
          id?: string
          read_by: string
          reader_name: string
        }
        Update: {
          at?: string
          contact_id?: string
          id?: string
          read_by?: string
          reader_name?: string
        }
        Relationships: [{ foreignKeyName: 'metric_reads_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      metrics: {
        Row: {
          contact_id: string
          created_at: string
          ended_at: string | null
          every: 'week' | 'month'
          id: string
          is_demo: boolean
          name: string
          shared_with: 'client' | 'household'
          starts_on: string
          unit: 'money' | 'percent' | 'count'
          version: number
        }
        Insert: {
          contact_id: string
          created_at?: string
          ended_at?: string | null
          every: 'week' | 'month'
          id?: string
          is_demo?: boolean
          name: string
          shared_with?: 'client' | 'household'
          starts_on?: string
          unit: 'money' | 'percent' | 'count'
          version?: number
        }
        Update: {
          contact_id?: string
          created_at?: string
          ended_at?: string | null
          every?: 'week' | 'month'
          id?: string
          is_demo?: boolean
          name?: string
          shared_with?: 'client' | 'household'
          starts_on?: string
          unit?: 'money' | 'percent' | 'count'
          version?: number
        }
        Relationships: [{ foreignKeyName: 'metrics_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      name_words: {
        Row: {
          word: string
        }
        Insert: {
          word: string
        }
        Update: {
          word?: string
        }
        Relationships: []
      }
      newsletter_requests: {
        Row: {
          confirmed_at: string | null
          consent_text_id: string
          created_at: string
          email: string
          expires_at: string
          id: string
          ip_trunc: string | null
          list_id: string
          reminded_at: string | null
          reminder_hash: string | null
          source_url: string | null
          token_hash: string
          user_agent: string | null
        }
        Insert: {
          confirmed_at?: string | null
          consent_text_id: string
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          ip_trunc?: string | null
          list_id: string
          reminded_at?: string | null
          reminder_hash?: string | null
          source_url?: string | null
          token_hash: string
          user_agent?: string | null
        }
        Update: {
          confirmed_at?: string | null
          consent_text_id?: string
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          ip_trunc?: string | null
          list_id?: string
          reminded_at?: string | null
          reminder_hash?: string | null
          source_url?: string | null
          token_hash?: string
          user_agent?: string | null
        }
        Relationships: [{ foreignKeyName: 'newsletter_requests_consent_text_id_fkey'; columns: ['consent_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'newsletter_requests_list_id_fkey'; columns: ['list_id']; isOneToOne: false; referencedRelation: 'mailing_lists'; referencedColumns: ['id'] }]
      }
      not_found_log: {
        Row: {
          count: number
          first_at: string
          last_at: string
          last_ref: string | null
          path: string
          reports: number
        }
        Insert: {
          count?: number
          first_at?: string
          last_at?: string
          last_ref?: string | null
          path: string
          reports?: number
        }
        Update: {
          count?: number
          first_at?: string
          last_at?: string
          last_ref?: string | null
          path?: string
          reports?: number
        }
        Relationships: []
      }
      notification_preferences: {
        Row: {
          digest: boolean
          in_app: boolean
          push: boolean
          type: string
          user_id: string
          version: number
        }
        Insert: {
          digest?: boolean
          in_app: boolean
          push?: boolean
          type: string
          user_id: string
          version?: number
        }
        Update: {
          digest?: boolean
          in_app?: boolean
          push?: boolean
          type?: string
          user_id?: string
          version?: number
        }
        Relationships: []
      }
      notifications: {
        Row: {
          created_at: string
          id: string
          is_demo: boolean
          is_read: boolean
          message: string
          metadata: Shape<'notifications.metadata', JsonObject>
          related_entity_id: string | null
          related_entity_type: string | null
          severity: 'low' | 'medium' | 'high' | 'critical'
          title: string
          type: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          is_demo?: boolean
          is_read?: boolean
          message?: string
          metadata?: Shape<'notifications.metadata', JsonObject>
          related_entity_id?: string | null
          related_entity_type?: string | null
          severity?: 'low' | 'medium' | 'high' | 'critical'
          title: string
          type: string
          user_id: string
        }
        Update: {
          created_at?: string
          id?: string
          is_demo?: boolean
          is_read?: boolean
          message?: string
          metadata?: Shape<'notifications.metadata', JsonObject>
          related_entity_id?: string | null
          related_entity_type?: string | null
          severity?: 'low' | 'medium' | 'high' | 'critical'
          title?: string
          type?: string
          user_id?: string
        }
        Relationships: []
      }
      opportunities: {
        Row: {
          amount_agorot: number
          closed_at: string | null
          contact_id: string
          created_at: string
          custom: Shape<'opportunities.custom', JsonObject>
          deleted_at: string | null
          expected_close_on: string | null
          household_id: string | null
          id: string
          is_demo: boolean
          lost_note: string | null
          lost_reason_id: string | null
          name: string
          next_step_at: string | null
          next_step_task_id: string | null
          owner_id: string | null
          pipeline_id: string
          probability_override: number | null
          product_id: string | null
          rank: string
          reopened_because: string | null
          source: string | null
          stage: string
          stage_entered_at: string
          stage_id: string
          status: 'open' | 'won' | 'lost'
          version: number
        }
        Insert: {
          amount_agorot?: number
          closed_at?: string | null
          contact_id: string
          created_at?: string
          custom?: Shape<'opportunities.custom', JsonObject>
          deleted_at?: string | null
          expected_close_on?: string | null
          household_id?: string | null
          id?: string
          is_demo?: boolean
          lost_note?: string | null
          lost_reason_id?: string | null
          name: string
          next_step_at?: string | null
          next_step_task_id?: string | null
          owner_id?: string | null
          pipeline_id?: string
          probability_override?: number | null
          product_id?: string | null
          rank?: string
          reopened_because?: string | null
          source?: string | null
          stage?: string
          stage_entered_at?: string
          stage_id?: string
          status?: 'open' | 'won' | 'lost'
          version?: number
        }
        Update: {
          amount_agorot?: number
          closed_at?: string | null
          contact_id?: string
          created_at?: string
          custom?: Shape<'opportunities.custom', JsonObject>
          deleted_at?: string | null
          expected_close_on?: string | null
          household_id?: string | null
          id?: string
          is_demo?: boolean
          lost_note?: string | null
          lost_reason_id?: string | null
          name?: string
          next_step_at?: string | null
          next_step_task_id?: string | null
          owner_id?: string | null
          pipeline_id?: string
          probability_override?: number | null
          product_id?: string | null
          rank?: string
          reopened_because?: string | null
          source?: string | null
          stage?: string
          stage_entered_at?: string
          stage_id?: string
          status?: 'open' | 'won' | 'lost'
          version?: number
        }
        Relationships: [{ foreignKeyName: 'opportunities_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'opportunities_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }, { foreignKeyName: 'opportunities_next_step_task_id_fkey'; columns: ['next_step_task_id']; isOneToOne: false; referencedRelation: 'tasks'; referencedColumns: ['id'] }, { foreignKeyName: 'opportunities_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'pipeline_in_use'; columns: ['pipeline_id']; isOneToOne: false; referencedRelation: 'pipelines'; referencedColumns: ['id'] }, { foreignKeyName: 'stage_of_another_pipeline'; columns: ['pipeline_id', 'stage_id', 'stage']; isOneToOne: false; referencedRelation: 'pipeline_stages'; referencedColumns: ['pipeline_id', 'id', 'slug'] }, { foreignKeyName: 'unknown_lost_reason'; columns: ['lost_reason_id']; isOneToOne: false; referencedRelation: 'lost_reasons'; referencedColumns: ['id'] }]
      }
      opportunity_stage_history: {
        Row: {
          actor_id: string | null
          at: string
          from_stage: string | null
          id: string
          is_demo: boolean
          opportunity_id: string
          seconds_in_from: number | null
          to_stage: string
        }
        Insert: {
          actor_id?: string | null
          at?: string
          from_stage?: string | null
          id?: string
          is_demo?: boolean
          opportunity_id: string
          seconds_in_from?: number | null
          to_stage: string
        }
        Update: {
          actor_id?: string | null
          at?: string
          from_stage?: string | null
          id?: string
          is_demo?: boolean
          opportunity_id?: string
          seconds_in_from?: number | null
          to_stage?: string
        }
        Relationships: [{ foreignKeyName: 'opportunity_stage_history_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }]
      }
      order_links: {
        Row: {
          created_at: string
          expires_at: string | null
          order_id: string
          token_hash: string
        }
        Insert: {
          created_at?: string
          expires_at?: string | null
          order_id: string
          token_hash: string
        }
        Update: {
          created_at?: string
          expires_at?: string | null
          order_id?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'order_links_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      order_refunds: {
        Row: {
          amount_agorot: number
          attempt_id: string
          created_at: string
          fault: string | null
          id: string
          order_id: string
          provider_refund_id: string | null
          reason: string
          requested_by: string | null
          settle_reason: string | null
          settled_at: string | null
          settled_by: string | null
          status: 'requested' | 'done' | 'refused' | 'unknown'
        }
        Insert: {
          amount_agorot: number
          attempt_id: string
          created_at?: string
          fault?: string | null
          id?: string
          order_id: string
          provider_refund_id?: string | null
          reason: string
          requested_by?: string | null
          settle_reason?: string | null
          settled_at?: string | null
          settled_by?: string | null
          status?: 'requested' | 'done' | 'refused' | 'unknown'
        }
        Update: {
          amount_agorot?: number
          attempt_id?: string
          created_at?: string
          fault?: string | null
          id?: string
          order_id?: string
          provider_refund_id?: string | null
          reason?: string
          requested_by?: string | null
          settle_reason?: string | null
          settled_at?: string | null
          settled_by?: string | null
          status?: 'requested' | 'done' | 'refused' | 'unknown'
        }
        Relationships: [{ foreignKeyName: 'order_refunds_attempt_id_fkey'; columns: ['attempt_id']; isOneToOne: false; referencedRelation: 'payment_attempts'; referencedColumns: ['id'] }, { foreignKeyName: 'order_refunds_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      orders: {
        Row: {
          amount_agorot: number
          attention: 'answer_differs' | 'paid_twice' | 'no_places_left' | 'already_enrolled' | 'document_missing' | 'provider_silent' | 'plan_failed' | 'time_taken' | 'appointment_ended' | 'charge_closed' | 'refund_differs' | 'plan_goes_on' | 'card_missing' | null
          bump_agorot: number
          bump_price_id: string | null
          bump_product_id: string | null
          bump_title: string | null
          by_staff: boolean
          charge_id: string | null
          company_number: string | null
          contact_id: string
          coupon_id: string | null
          created_at: string
          currency: 'ILS'
          discount_agorot: number
          email: string
          fulfilled_at: string | null
          held_until: string
          id: string
          installments: number
          invoice_name: string | null
          ip_trunc: string | null
          is_demo: boolean
          made_by: string | null
          most_installments: number | null
          name: string
          number: number
          paid_agorot: number
          paid_at: string | null
          phone: string | null
          plan_charges: number | null
          plan_interval: 'month' | 'year' | null
          price_id: string | null
          privacy_text_id: string | null
          product_id: string
          purchase_sent_at: string | null
          refunded_agorot: number
          source_url: string | null
          status: 'pending' | 'awaiting_payment' | 'paid' | 'partially_paid' | 'failed' | 'cancelled' | 'refunded' | 'partially_refunded'
          terms_agreed_at: string
          terms_version_id: string | null
          title: string
          user_agent: string | null
          utm: Shape<'orders.utm', Json>
          vat_percent: number | null
          version: number
        }
        Insert: {
          amount_agorot: number
          attention?: 'answer_differs' | 'paid_twice' | 'no_places_left' | 'already_enrolled' | 'document_missing' | 'provider_silent' | 'plan_failed' | 'time_taken' | 'appointment_ended' | 'charge_closed' | 'refund_differs' | 'plan_goes_on' | 'card_missing' | null
          bump_agorot?: number
          bump_price_id?: string | null
          bump_product_id?: string | null
          bump_title?: string | null
          by_staff?: boolean
          charge_id?: string | null
          company_number?: string | null
          contact_id: string
          coupon_id?: string | null
          created_at?: string
          currency?: 'ILS'
          discount_agorot?: number
          email: string
          fulfilled_at?: string | null
          held_until?: string
          id?: string
          installments?: number
          invoice_name?: string | null
          ip_trunc?: string | null
          is_demo?: boolean
          made_by?: string | null
          most_installments?: number | null
          name: string
          number?: never
          paid_agorot?: number
          paid_at?: string | null
          phone?: string | null
          plan_charges?: number | null
          plan_interval?: 'month' | 'year' | null
          price_id?: string | null
          privacy_text_id?: string | null
          product_id: string
          purchase_sent_at?: string | null
          refunded_agorot?: number
          source_url?: string | null
          status?: 'pending' | 'awaiting_payment' | 'paid' | 'partially_paid' | 'failed' | 'cancelled' | 'refunded' | 'partially_refunded'
          terms_agreed_at?: string
          terms_version_id?: string | null
          title: string
          user_agent?: string | null
          utm?: Shape<'orders.utm', Json>
          vat_percent?: number | null
          version?: number
        }
        Update: {
          amount_agorot?: number
          attention?: 'answer_differs' | 'paid_twice' | 'no_places_left' | 'already_enrolled' | 'document_missing' | 'provider_silent' | 'plan_failed' | 'time_taken' | 'appointment_ended' | 'charge_closed' | 'refund_differs' | 'plan_goes_on' | 'card_missing' | null
          bump_agorot?: number
          bump_price_id?: string | null
          bump_product_id?: string | null
          bump_title?: string | null
          by_staff?: boolean
          charge_id?: string | null
          company_number?: string | null
          contact_id?: string
          coupon_id?: string | null
          created_at?: string
          currency?: 'ILS'
          discount_agorot?: number
          email?: string
          fulfilled_at?: string | null
          held_until?: string
          id?: string
          installments?: number
          invoice_name?: string | null
          ip_trunc?: string | null
          is_demo?: boolean
          made_by?: string | null
          most_installments?: number | null
          name?: string
          number?: never
          paid_agorot?: number
          paid_at?: string | null
          phone?: string | null
          plan_charges?: number | null
          plan_interval?: 'month' | 'year' | null
          price_id?: string | null
          privacy_text_id?: string | null
          product_id?: string
          purchase_sent_at?: string | null
          refunded_agorot?: number
          source_url?: string | null
          status?: 'pending' | 'awaiting_payment' | 'paid' | 'partially_paid' | 'failed' | 'cancelled' | 'refunded' | 'partially_refunded'
          terms_agreed_at?: string
          terms_version_id?: string | null
          title?: string
          user_agent?: string | null
          utm?: Shape<'orders.utm', Json>
          vat_percent?: number | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'bump_was_bought'; columns: ['bump_product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'coupon_was_used'; columns: ['coupon_id']; isOneToOne: false; referencedRelation: 'coupons'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_bump_price_id_fkey'; columns: ['bump_price_id']; isOneToOne: false; referencedRelation: 'prices'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_charge_id_fkey'; columns: ['charge_id']; isOneToOne: false; referencedRelation: 'charges'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_price_id_fkey'; columns: ['price_id']; isOneToOne: false; referencedRelation: 'prices'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_terms_version_id_fkey'; columns: ['terms_version_id']; isOneToOne: false; referencedRelation: 'legal_versions'; referencedColumns: ['id'] }, { foreignKeyName: 'product_was_bought'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      owner_invitations: {
        Row: {
          created_at: string
          expires_at: string
          token_hash: string
          used_at: string | null
        }
        Insert: {
          created_at?: string
          expires_at?: string
          token_hash: string
          used_at?: string | null
        }
        Update: {
          created_at?: string
          expires_at?: string
          token_hash?: string
          used_at?: string | null
        }
        Relationships: []
      }
      page_comparisons: {
        Row: {
          ended_at: string | null
          ended_by: string | null
          id: string
          label: string
          path: '/'
          secret: string | null
          started_at: string
          started_by: string | null
          winner: '/' | '/home-2' | '/home-3' | null
        }
        Insert: {
          ended_at?: string | null
          ended_by?: string | null
          id?: string
          label: string
          path?: '/'
          secret?: string | null
          started_at?: string
          started_by?: string | null
          winner?: '/' | '/home-2' | '/home-3' | null
        }
        Update: {
          ended_at?: string | null
          ended_by?: string | null
          id?: string
          label?: string
          path?: '/'
          secret?: string | null
          started_at?: string
          started_by?: string | null
          winner?: '/' | '/home-2' | '/home-3' | null
        }
        Relationships: [{ foreignKeyName: 'winner_took_no_part'; columns: ['id', 'winner']; isOneToOne: false; referencedRelation: 'page_variants'; referencedColumns: ['comparison_id', 'key'] }]
      }
      page_outcomes: {
        Row: {
          comparison_id: string
          day: string
          key: '/' | '/home-2' | '/home-3'
          kind: 'contact' | 'newsletter' | 'signup'
          visitor: string
        }
        Insert: {
          comparison_id: string
          day: string
          key: '/' | '/home-2' | '/home-3'
          kind: 'contact' | 'newsletter' | 'signup'
          visitor: string
        }
        Update: {
          comparison_id?: string
          day?: string
          key?: '/' | '/home-2' | '/home-3'
          kind?: 'contact' | 'newsletter' | 'signup'
          visitor?: string
        }
        Relationships: [{ foreignKeyName: 'page_outcomes_comparison_id_key_fkey'; columns: ['comparison_id', 'key']; isOneToOne: false; referencedRelation: 'page_variants'; referencedColumns: ['comparison_id', 'key'] }]
      }
      page_variants: {
        Row: {
          comparison_id: string
          key: '/' | '/home-2' | '/home-3'
          weight: number
        }
        Insert: {
          comparison_id: string
          key: '/' | '/home-2' | '/home-3'
          weight: number
        }
        Update: {
          comparison_id?: string
          key?: '/' | '/home-2' | '/home-3'
          weight?: number
        }
        Relationships: [{ foreignKeyName: 'page_variants_comparison_id_fkey'; columns: ['comparison_id']; isOneToOne: false; referencedRelation: 'page_comparisons'; referencedColumns: ['id'] }, { foreignKeyName: 'page_variants_key_fkey'; columns: ['key']; isOneToOne: false; referencedRelation: 'pages'; referencedColumns: ['path'] }]
      }
      page_versions: {
        Row: {
          blocks: Shape<'page_versions.blocks', Json>
          created_at: string
          created_by: string | null
          id: string
          is_planted: boolean
          note: string
          number: number
          path: string
        }
        Insert: {
          blocks: Shape<'page_versions.blocks', Json>
          created_at?: string
          created_by?: string | null
          id?: string
          is_planted?: boolean
          note?: string
          number: number
          path: string
        }
        Update: {
          blocks?: Shape<'page_versions.blocks', Json>
          created_at?: string
          created_by?: string | null
          id?: string
          is_planted?: boolean
          note?: string
          number?: number
          path?: string
        }
        Relationships: [{ foreignKeyName: 'page_versions_path_fkey'; columns: ['path']; isOneToOne: false; referencedRelation: 'pages'; referencedColumns: ['path'] }]
      }
      page_view_salts: {
        Row: {
          day: string
          salt: string
        }
        Insert: {
          day: string
          salt?: string
        }
        Update: {
          day?: string
          salt?: string
        }
        Relationships: []
      }
      page_views: {
        Row: {
          at: string
          device: 'phone' | 'tablet' | 'computer'
          path: string
          referrer_host: string | null
          utm_campaign: string | null
          utm_medium: string | null
          utm_source: string | null
          variant: string | null
          visitor: string | null
        }
        Insert: {
          at: string
          device: 'phone' | 'tablet' | 'computer'
          path: string
          referrer_host?: string | null
          utm_campaign?: string | null
          utm_medium?: string | null
          utm_source?: string | null
          variant?: string | null
          visitor?: string | null
        }
        Update: {
          at?: string
          device?: 'phone' | 'tablet' | 'computer'
          path?: string
          referrer_host?: string | null
          utm_campaign?: string | null
          utm_medium?: string | null
          utm_source?: string | null
          variant?: string | null
          visitor?: string | null
        }
        Relationships: []
      }
      pages: {
        Row: {
          created_at: string
          is_demo: boolean
          is_own: boolean
          label: string
          layout: 'site' | 'landing'
          path: string
          position: number
          publish_at: string | null
          published_at: string | null
          published_by: string | null
          published_version_id: string | null
          scheduled_version_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          is_demo?: boolean
          is_own?: boolean
          label: string
          layout?: 'site' | 'landing'
          path: string
          position?: number
          publish_at?: string | null
          published_at?: string | null
          published_by?: string | null
          published_version_id?: string | null
          scheduled_version_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          is_demo?: boolean
          is_own?: boolean
          label?: string
          layout?: 'site' | 'landing'
          path?: string
          position?: number
          publish_at?: string | null
          published_at?: string | null
          published_by?: string | null
          published_version_id?: string | null
          scheduled_version_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'scheduled_version_of_another_page'; columns: ['path', 'scheduled_version_id']; isOneToOne: false; referencedRelation: 'page_versions'; referencedColumns: ['path', 'id'] }, { foreignKeyName: 'version_of_another_page'; columns: ['path', 'published_version_id']; isOneToOne: false; referencedRelation: 'page_versions'; referencedColumns: ['path', 'id'] }]
      }
      payment_attempts: {
        Row: {
          amount_agorot: number
          approval: string | null
          brand: string | null
          by_token: boolean
          checked_at: string | null
          checks: number
          closes_at: string | null
          created_at: string
          currency: 'ILS'
          differs: 'amount' | 'currency' | 'terminal' | 'reference' | null
          document_number: string | null
          document_url: string | null
          fault: string | null
          id: string
          installments: number | null
          is_stand_in: boolean
          last4: string | null
          method: 'card' | 'bit' | 'apple_pay' | 'google_pay' | null
          opened_at: string | null
          order_id: string
          page_url: string | null
          provider: 'cardcom' | 'payplus' | 'manual'
          provider_ref: string | null
          raw_code: string | null
          reason: 'declined' | 'three_d_secure' | 'cancelled' | 'expired' | 'unknown' | null
          reference: string
          secret_hash: string
          settled_at: string | null
          state: 'created' | 'page_open' | 'verifying' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'partially_refunded' | 'refunded' | 'disputed'
          terminal: string
          transaction_id: string | null
        }
        Insert: {
          amount_agorot: number
          approval?: string | null
          brand?: string | null
          by_token?: boolean
          checked_at?: string | null
          checks?: number
          closes_at?: string | null
          created_at?: string
          currency?: 'ILS'
          differs?: 'amount' | 'currency' | 'terminal' | 'reference' | null
          document_number?: string | null
          document_url?: string | null
          fault?: string | null
          id?: string
          installments?: number | null
          is_stand_in?: boolean
          last4?: string | null
          method?: 'card' | 'bit' | 'apple_pay' | 'google_pay' | null
          opened_at?: string | null
          order_id: string
          page_url?: string | null
          provider: 'cardcom' | 'payplus' | 'manual'
          provider_ref?: string | null
          raw_code?: string | null
          reason?: 'declined' | 'three_d_secure' | 'cancelled' | 'expired' | 'unknown' | null
          reference: string
          secret_hash: string
          settled_at?: string | null
          state?: 'created' | 'page_open' | 'verifying' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'partially_refunded' | 'refunded' | 'disputed'
          terminal: string
          transaction_id?: string | null
        }
        Update: {
          amount_agorot?: number
          approval?: string | null
          brand?: string | null
          by_token?: boolean
          checked_at?: string | null
          checks?: number
          closes_at?: string | null
          created_at?: string
          currency?: 'ILS'
          differs?: 'amount' | 'currency' | 'terminal' | 'reference' | null
          document_number?: string | null
          document_url?: string | null
          fault?: string | null
          id?: string
          installments?: number | null
          is_stand_in?: boolean
          last4?: string | null
          method?: 'card' | 'bit' | 'apple_pay' | 'google_pay' | null
          opened_at?: string | null
          order_id?: string
          page_url?: string | null
          provider?: 'cardcom' | 'payplus' | 'manual'
          provider_ref?: string | null
          raw_code?: string | null
          reason?: 'declined' | 'three_d_secure' | 'cancelled' | 'expired' | 'unknown' | null
          reference?: string
          secret_hash?: string
          settled_at?: string | null
          state?: 'created' | 'page_open' | 'verifying' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'partially_refunded' | 'refunded' | 'disputed'
          terminal?: string
          transaction_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'payment_attempts_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      payment_notices: {
        Row: {
          attempt_id: string | null
          authentic: 'signed' | 'unsigned' | 'forged'
          event_key: string
          id: string
          provider: string
          received_at: string
        }
        Insert: {
          attempt_id?: string | null
          authentic: 'signed' | 'unsigned' | 'forged'
          event_key: string
          id?: string
          provider: string
          received_at?: string
        }
        Update: {
          attempt_id?: string | null
          authentic?: 'signed' | 'unsigned' | 'forged'
          event_key?: string
          id?: string
          provider?: string
          received_at?: string
        }
        Relationships: [{ foreignKeyName: 'payment_notices_attempt_id_fkey'; columns: ['attempt_id']; isOneToOne: false; referencedRelation: 'payment_attempts'; referencedColumns: ['id'] }]
      }
      payment_plans: {
        Row: {
          contact_id: string
          created_at: string
          created_by: string | null
          id: string
          is_demo: boolean
          order_id: string | null
          renews_every: 'month' | 'year' | null
          title: string
        }
        Insert: {
          contact_id: string
          created_at?: string
          created_by?: string | null
          id?: string
          is_demo?: boolean
          order_id?: string | null
          renews_every?: 'month' | 'year' | null
          title: string
        }
        Update: {
          contact_id?: string
          created_at?: string
          created_by?: string | null
          id?: string
          is_demo?: boolean
          order_id?: string | null
          renews_every?: 'month' | 'year' | null
          title?: string
        }
        Relationships: [{ foreignKeyName: 'payment_plans_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'payment_plans_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      payments: {
        Row: {
          amount_agorot: number
          charge_id: string | null
          contact_id: string
          credited_agorot: number
          document_number: string | null
          id: string
          is_demo: boolean
          kind: 'payment' | 'refund'
          method: 'transfer' | 'bit' | 'cash' | 'cheque' | 'card'
          note: string | null
          order_id: string | null
          paid_on: string
          provider: string
          provider_tx: string | null
          recorded_at: string
          recorded_by: string | null
          reference: string | null
          refund_of: string | null
          refund_reason: string | null
          status: 'initiated' | 'pending' | 'authorized' | 'captured' | 'failed' | 'refunded' | 'chargeback'
          version: number
          void_reason: string | null
          voided_at: string | null
          voided_by: string | null
        }
        Insert: {
          amount_agorot: number
          charge_id?: string | null
          contact_id: string
          credited_agorot?: number
          document_number?: string | null
          id?: string
          is_demo?: boolean
          kind?: 'payment' | 'refund'
          method: 'transfer' | 'bit' | 'cash' | 'cheque' | 'card'
          note?: string | null
          order_id?: string | null
          paid_on?: string
          provider?: string
          provider_tx?: string | null
          recorded_at?: string
          recorded_by?: string | null
          reference?: string | null
          refund_of?: string | null
          refund_reason?: string | null
          status?: 'initiated' | 'pending' | 'authorized' | 'captured' | 'failed' | 'refunded' | 'chargeback'
          version?: number
          void_reason?: string | null
          voided_at?: string | null
          voided_by?: string | null
        }
        Update: {
          amount_agorot?: number
          charge_id?: string | null
          contact_id?: string
          credited_agorot?: number
          document_number?: string | null
          id?: string
          is_demo?: boolean
          kind?: 'payment' | 'refund'
          method?: 'transfer' | 'bit' | 'cash' | 'cheque' | 'card'
          note?: string | null
          order_id?: string | null
          paid_on?: string
          provider?: string
          provider_tx?: string | null
          recorded_at?: string
          recorded_by?: string | null
          reference?: string | null
          refund_of?: string | null
          refund_reason?: string | null
          status?: 'initiated' | 'pending' | 'authorized' | 'captured' | 'failed' | 'refunded' | 'chargeback'
          version?: number
          void_reason?: string | null
          voided_at?: string | null
          voided_by?: string | null
        }
        Relationships: [{ foreignKeyName: 'payments_charge_id_fkey'; columns: ['charge_id']; isOneToOne: false; referencedRelation: 'charges'; referencedColumns: ['id'] }, { foreignKeyName: 'payments_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'payments_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'payments_refund_of_fkey'; columns: ['refund_of']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      pictures: {
        Row: {
          alt: string
          bytes: number
          created_at: string
          created_by: string | null
          focal_x: 0 | 25 | 50 | 75 | 100
          focal_y: 0 | 25 | 50 | 75 | 100
          format: 'jpeg' | 'webp'
          height: number
          id: string
          name: string
          replaced_by: string | null
          width: number
        }
        Insert: {
          alt?: string
          bytes: number
          created_at?: string
          created_by?: string | null
          focal_x?: 0 | 25 | 50 | 75 | 100
          focal_y?: 0 | 25 | 50 | 75 | 100
          format: 'jpeg' | 'webp'
          height: number
          id?: string
          name?: string
          replaced_by?: string | null
          width: number
        }
        Update: {
          alt?: string
          bytes?: number
          created_at?: string
          created_by?: string | null
          focal_x?: 0 | 25 | 50 | 75 | 100
          focal_y?: 0 | 25 | 50 | 75 | 100
          format?: 'jpeg' | 'webp'
          height?: number
          id?: string
          name?: string
          replaced_by?: string | null
          width?: number
        }
        Relationships: [{ foreignKeyName: 'pictures_replaced_by_fkey'; columns: ['replaced_by']; isOneToOne: false; referencedRelation: 'pictures'; referencedColumns: ['id'] }]
      }
      pipeline_stages: {
        Row: {
          color: string
          id: string
          kind: 'open' | 'won' | 'lost'
          name: string
          pipeline_id: string
          position: number
          probability: number
          rot_days: number | null
          slug: string
          version: number
        }
        Insert: {
          color: string
          id?: string
          kind?: 'open' | 'won' | 'lost'
          name: string
          pipeline_id: string
          position: number
          probability: number
          rot_days?: number | null
          slug: string
          version?: number
        }
        Update: {
          color?: string
          id?: string
          kind?: 'open' | 'won' | 'lost'
          name?: string
          pipeline_id?: string
          position?: number
          probability?: number
          rot_days?: number | null
          slug?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'pipeline_stages_pipeline_id_fkey'; columns: ['pipeline_id']; isOneToOne: false; referencedRelation: 'pipelines'; referencedColumns: ['id'] }]
      }
      pipelines: {
        Row: {
          created_at: string
          id: string
          is_default: boolean
          name: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          is_default?: boolean
          name: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          is_default?: boolean
          name?: string
          version?: number
        }
        Relationships: []
      }
      plan_cards: {
        Row: {
          brand: string | null
          expires_on: string
          is_stand_in: boolean
          last4: string | null
          plan_id: string
          provider: 'cardcom' | 'payplus'
          saved_at: string
          state: 'active' | 'failed' | 'stopped'
          version: number
        }
        Insert: {
          brand?: string | null
          expires_on: string
          is_stand_in?: boolean
          last4?: string | null
          plan_id: string
          provider: 'cardcom' | 'payplus'
          saved_at?: string
          state?: 'active' | 'failed' | 'stopped'
          version?: number
        }
        Update: {
          brand?: string | null
          expires_on?: string
          is_stand_in?: boolean
          last4?: string | null
          plan_id?: string
          provider?: 'cardcom' | 'payplus'
          saved_at?: string
          state?: 'active' | 'failed' | 'stopped'
          version?: number
        }
        Relationships: [{ foreignKeyName: 'plan_cards_plan_id_fkey'; columns: ['plan_id']; isOneToOne: true; referencedRelation: 'payment_plans'; referencedColumns: ['id'] }]
      }
      post_authors: {
        Row: {
          about: string
          created_at: string
          id: string
          is_demo: boolean
          name: string
          picture_id: string | null
          version: number
        }
        Insert: {
          about?: string
          created_at?: string
          id?: string
          is_demo?: boolean
          name: string
          picture_id?: string | null
          version?: number
        }
        Update: {
          about?: string
          created_at?: string
          id?: string
          is_demo?: boolean
          name?: string
          picture_id?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'post_authors_picture_id_fkey'; columns: ['picture_id']; isOneToOne: false; referencedRelation: 'pictures'; referencedColumns: ['id'] }]
      }
      post_categories: {
        Row: {
          id: string
          name: string
          position: number
          slug: string
          version: number
        }
        Insert: {
          id?: string
          name: string
          position?: number
          slug: string
          version?: number
        }
        Update: {
          id?: string
          name?: string
          position?: number
          slug?: string
          version?: number
        }
        Relationships: []
      }
      post_previews: {
        Row: {
          created_at: string
          created_by: string | null
          expires_at: string
          post_id: string
          token_hash: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          expires_at: string
          post_id: string
          token_hash: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          expires_at?: string
          post_id?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'post_previews_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'posts'; referencedColumns: ['id'] }]
      }
      post_revisions: {
        Row: {
          author_id: string | null
          body: Shape<'post_revisions.body', Json>
          category_id: string | null
          cover_alt: string
          cover_art: 'gap' | 'jars' | 'path' | 'meeting' | 'table'
          cover_id: string | null
          created_at: string
          created_by: string | null
          excerpt: string
          id: string
          plain: string
          post_id: string
          reading_min: number
          saved_at: string
          search: string
          tags: Shape<'post_revisions.tags', string[]>
          title: string
          why: 'saved' | 'restored'
        }
        Insert: {
          author_id?: string | null
          body?: Shape<'post_revisions.body', Json>
          category_id?: string | null
          cover_alt?: string
          cover_art?: 'gap' | 'jars' | 'path' | 'meeting' | 'table'
          cover_id?: string | null
          created_at?: string
          created_by?: string | null
          excerpt?: string
          id?: string
          plain?: string
          post_id: string
          reading_min?: number
          saved_at?: string
          search?: string
          tags?: Readonly<Shape<'post_revisions.tags', string[]>>
          title?: string
          why?: 'saved' | 'restored'
        }
        Update: {
          author_id?: string | null
          body?: Shape<'post_revisions.body', Json>
          category_id?: string | null
          cover_alt?: string
          cover_art?: 'gap' | 'jars' | 'path' | 'meeting' | 'table'
          cover_id?: string | null
          created_at?: string
          created_by?: string | null
          excerpt?: string
          id?: string
          plain?: string
          post_id?: string
          reading_min?: number
          saved_at?: string
          search?: string
          tags?: Readonly<Shape<'post_revisions.tags', string[]>>
          title?: string
          why?: 'saved' | 'restored'
        }
        Relationships: [{ foreignKeyName: 'post_revisions_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'post_authors'; referencedColumns: ['id'] }, { foreignKeyName: 'post_revisions_category_id_fkey'; columns: ['category_id']; isOneToOne: false; referencedRelation: 'post_categories'; referencedColumns: ['id'] }, { foreignKeyName: 'post_revisions_cover_id_fkey'; columns: ['cover_id']; isOneToOne: false; referencedRelation: 'pictures'; referencedColumns: ['id'] }, { foreignKeyName: 'post_revisions_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'posts'; referencedColumns: ['id'] }]
      }
      post_slugs: {
        Row: {
          created_at: string
          is_current: boolean
          post_id: string
          slug: string
        }
        Insert: {
          created_at?: string
          is_current?: boolean
          post_id: string
          slug: string
        }
        Update: {
          created_at?: string
          is_current?: boolean
          post_id?: string
          slug?: string
        }
        Relationships: [{ foreignKeyName: 'post_slugs_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'posts'; referencedColumns: ['id'] }]
      }
      posts: {
        Row: {
          created_at: string
          created_by: string | null
          deleted_at: string | null
          draft_id: string | null
          featured: boolean
          has_own_slug: boolean
          id: string
          is_demo: boolean
          published_at: string | null
          scheduled_for: string | null
          shown_id: string | null
          status: 'draft' | 'scheduled' | 'published'
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          deleted_at?: string | null
          draft_id?: string | null
          featured?: boolean
          has_own_slug?: boolean
          id?: string
          is_demo?: boolean
          published_at?: string | null
          scheduled_for?: string | null
          shown_id?: string | null
          status?: 'draft' | 'scheduled' | 'published'
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          created_by?: string | null
          deleted_at?: string | null
          draft_id?: string | null
          featured?: boolean
          has_own_slug?: boolean
          id?: string
          is_demo?: boolean
          published_at?: string | null
          scheduled_for?: string | null
          shown_id?: string | null
          status?: 'draft' | 'scheduled' | 'published'
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'posts_draft_id_fkey'; columns: ['draft_id']; isOneToOne: true; referencedRelation: 'post_revisions'; referencedColumns: ['id'] }, { foreignKeyName: 'posts_shown_id_fkey'; columns: ['shown_id']; isOneToOne: true; referencedRelation: 'post_revisions'; referencedColumns: ['id'] }]
      }
      preference_links: {
        Row: {
          campaign_id: string | null
          contact_id: string
          created_at: string
          email: string
          token_hash: string
        }
        Insert: {
          campaign_id?: string | null
          contact_id: string
          created_at?: string
          email: string
          token_hash: string
        }
        Update: {
          campaign_id?: string | null
          contact_id?: string
          created_at?: string
          email?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'preference_links_campaign_id_fkey'; columns: ['campaign_id']; isOneToOne: false; referencedRelation: 'campaigns'; referencedColumns: ['id'] }, { foreignKeyName: 'preference_links_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      prices: {
        Row: {
          active_from: string
          active_to: string | null
          amount_agorot: number
          charges: number | null
          id: string
          interval: 'month' | 'year' | null
          is_demo: boolean
          max_installments: number
          name: string
          product_id: string
          seats: number | null
          vat_mode: 'included' | 'exempt'
          version: number
        }
        Insert: {
          active_from?: string
          active_to?: string | null
          amount_agorot: number
          charges?: number | null
          id?: string
          interval?: 'month' | 'year' | null
          is_demo?: boolean
          max_installments?: number
          name?: string
          product_id: string
          seats?: number | null
          vat_mode?: 'included' | 'exempt'
          version?: number
        }
        Update: {
          active_from?: string
          active_to?: string | null
          amount_agorot?: number
          charges?: number | null
          id?: string
          interval?: 'month' | 'year' | null
          is_demo?: boolean
          max_installments?: number
          name?: string
          product_id?: string
          seats?: number | null
          vat_mode?: 'included' | 'exempt'
          version?: number
        }
        Relationships: [{ foreignKeyName: 'prices_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      privacy_events: {
        Row: {
          at: string
          by: string | null
          id: string
          kind: 'exported' | 'anonymised'
          person_id: string
        }
        Insert: {
          at?: string
          by?: string | null
          id?: string
          kind: 'exported' | 'anonymised'
          person_id: string
        }
        Update: {
          at?: string
          by?: string | null
          id?: string
          kind?: 'exported' | 'anonymised'
          person_id?: string
        }
        Relationships: []
      }
      process_stage_instances: {
        Row: {
          client_process_id: string
          done_at: string | null
          done_by: string | null
          due_on: string | null
          goal_reached: number
          goal_target: number | null
          goal_unit: string
          id: string
          is_demo: boolean
          note: string | null
          opened_at: string | null
          process_stage_id: string
          status: 'locked' | 'active' | 'waiting_client' | 'waiting_coach' | 'done' | 'skipped'
          version: number
        }
        Insert: {
          client_process_id: string
          done_at?: string | null
          done_by?: string | null
          due_on?: string | null
          goal_reached?: number
          goal_target?: number | null
          goal_unit?: string
          id?: string
          is_demo?: boolean
          note?: string | null
          opened_at?: string | null
          process_stage_id: string
          status?: 'locked' | 'active' | 'waiting_client' | 'waiting_coach' | 'done' | 'skipped'
          version?: number
        }
        Update: {
          client_process_id?: string
          done_at?: string | null
          done_by?: string | null
          due_on?: string | null
          goal_reached?: number
          goal_target?: number | null
          goal_unit?: string
          id?: string
          is_demo?: boolean
          note?: string | null
          opened_at?: string | null
          process_stage_id?: string
          status?: 'locked' | 'active' | 'waiting_client' | 'waiting_coach' | 'done' | 'skipped'
          version?: number
        }
        Relationships: [{ foreignKeyName: 'process_stage_instances_client_process_id_fkey'; columns: ['client_process_id']; isOneToOne: false; referencedRelation: 'client_processes'; referencedColumns: ['id'] }, { foreignKeyName: 'stage_in_use'; columns: ['process_stage_id']; isOneToOne: false; referencedRelation: 'process_stages'; referencedColumns: ['id'] }]
      }
      process_stages: {
        Row: {
          asks_for_review: boolean
          completion_rule: string
          default_days: number | null
          description: string
          form_id: string | null
          goal: string
          id: string
          is_skippable: boolean
          lineage: string
          name: string
          stage_order: number
          stage_type: 'meeting' | 'form' | 'task' | 'document' | 'payment' | 'content' | 'milestone' | 'discovery' | 'plan' | 'action' | 'review' | 'build' | 'close'
          task_template: Shape<'process_stages.task_template', unknown[]>
          template_id: string
          version: number
          visible_to_client: boolean
        }
        Insert: {
          asks_for_review?: boolean
          completion_rule?: string
          default_days?: number | null
          description?: string
          form_id?: string | null
          goal?: string
          id?: string
          is_skippable?: boolean
          lineage?: string
          name: string
          stage_order: number
          stage_type: 'meeting' | 'form' | 'task' | 'document' | 'payment' | 'content' | 'milestone' | 'discovery' | 'plan' | 'action' | 'review' | 'build' | 'close'
          task_template?: Shape<'process_stages.task_template', unknown[]>
          template_id: string
          version?: number
          visible_to_client?: boolean
        }
        Update: {
          asks_for_review?: boolean
          completion_rule?: string
          default_days?: number | null
          description?: string
          form_id?: string | null
          goal?: string
          id?: string
          is_skippable?: boolean
          lineage?: string
          name?: string
          stage_order?: number
          stage_type?: 'meeting' | 'form' | 'task' | 'document' | 'payment' | 'content' | 'milestone' | 'discovery' | 'plan' | 'action' | 'review' | 'build' | 'close'
          task_template?: Shape<'process_stages.task_template', unknown[]>
          template_id?: string
          version?: number
          visible_to_client?: boolean
        }
        Relationships: [{ foreignKeyName: 'process_stages_form_id_fkey'; columns: ['form_id']; isOneToOne: false; referencedRelation: 'forms'; referencedColumns: ['id'] }, { foreignKeyName: 'process_stages_template_id_fkey'; columns: ['template_id']; isOneToOne: false; referencedRelation: 'process_templates'; referencedColumns: ['id'] }]
      }
      process_templates: {
        Row: {
          created_at: string
          description: string
          draft_of: string | null
          edition: number
          id: string
          is_active: boolean
          name: string
          published_at: string | null
          version: number
          version_of: string | null
        }
        Insert: {
          created_at?: string
          description?: string
          draft_of?: string | null
          edition?: number
          id?: string
          is_active?: boolean
          name: string
          published_at?: string | null
          version?: number
          version_of?: string | null
        }
        Update: {
          created_at?: string
          description?: string
          draft_of?: string | null
          edition?: number
          id?: string
          is_active?: boolean
          name?: string
          published_at?: string | null
          version?: number
          version_of?: string | null
        }
        Relationships: [{ foreignKeyName: 'process_templates_draft_of_fkey'; columns: ['draft_of']; isOneToOne: true; referencedRelation: 'process_templates'; referencedColumns: ['id'] }, { foreignKeyName: 'process_templates_version_of_fkey'; columns: ['version_of']; isOneToOne: false; referencedRelation: 'process_templates'; referencedColumns: ['id'] }]
      }
      product_slugs: {
        Row: {
          left_at: string
          product_id: string
          slug: string
        }
        Insert: {
          left_at?: string
          product_id: string
          slug: string
        }
        Update: {
          left_at?: string
          product_id?: string
          slug?: string
        }
        Relationships: [{ foreignKeyName: 'product_slugs_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      product_waitlist: {
        Row: {
          contact_id: string
          created_at: string
          id: string
          ip_trunc: string | null
          privacy_text_id: string | null
          product_id: string
          source_url: string | null
          told_at: string | null
          user_agent: string | null
        }
        Insert: {
          contact_id: string
          created_at?: string
          id?: string
          ip_trunc?: string | null
          privacy_text_id?: string | null
          product_id: string
          source_url?: string | null
          told_at?: string | null
          user_agent?: string | null
        }
        Update: {
          contact_id?: string
          created_at?: string
          id?: string
          ip_trunc?: string | null
          privacy_text_id?: string | null
          product_id?: string
          source_url?: string | null
          told_at?: string | null
          user_agent?: string | null
        }
        Relationships: [{ foreignKeyName: 'product_waitlist_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'product_waitlist_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'product_waitlist_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      products: {
        Row: {
          bump_product_id: string | null
          bump_text: string
          call_way: 'talk' | 'buy'
          call_words: string
          created_at: string
          description: string
          facts: Shape<'products.facts', unknown[]>
          has_waitlist: boolean
          id: string
          included: Shape<'products.included', string[]>
          is_active: boolean
          is_demo: boolean
          kind: 'service' | 'digital' | 'event' | 'subscription'
          name: string
          position: number
          process_template_id: string | null
          slug: string
          tagline: string
          updated_at: string
          version: number
        }
        Insert: {
          bump_product_id?: string | null
          bump_text?: string
          call_way?: 'talk' | 'buy'
          call_words?: string
          created_at?: string
          description?: string
          facts?: Shape<'products.facts', unknown[]>
          has_waitlist?: boolean
          id?: string
          included?: Readonly<Shape<'products.included', string[]>>
          is_active?: boolean
          is_demo?: boolean
          kind?: 'service' | 'digital' | 'event' | 'subscription'
          name: string
          position?: number
          process_template_id?: string | null
          slug: string
          tagline?: string
          updated_at?: string
          version?: number
        }
        Update: {
          bump_product_id?: string | null
          bump_text?: string
          call_way?: 'talk' | 'buy'
          call_words?: string
          created_at?: string
          description?: string
          facts?: Shape<'products.facts', unknown[]>
          has_waitlist?: boolean
          id?: string
          included?: Readonly<Shape<'products.included', string[]>>
          is_active?: boolean
          is_demo?: boolean
          kind?: 'service' | 'digital' | 'event' | 'subscription'
          name?: string
          position?: number
          process_template_id?: string | null
          slug?: string
          tagline?: string
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'products_bump_product_id_fkey'; columns: ['bump_product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'products_process_template_id_fkey'; columns: ['process_template_id']; isOneToOne: false; referencedRelation: 'process_templates'; referencedColumns: ['id'] }]
      }
      push_keys: {
        Row: {
          created_at: string
          id: 'vapid'
          public_key: string
          sealed: string
        }
        Insert: {
          created_at?: string
          id?: 'vapid'
          public_key: string
          sealed: string
        }
        Update: {
          created_at?: string
          id?: 'vapid'
          public_key?: string
          sealed?: string
        }
        Relationships: []
      }
      push_subscriptions: {
        Row: {
          created_at: string
          endpoint_hash: string
          id: string
          sealed: string
          surface: 'crm' | 'portal'
          user_id: string
        }
        Insert: {
          created_at?: string
          endpoint_hash: string
          id?: string
          sealed: string
          surface?: 'crm' | 'portal'
          user_id: string
        }
        Update: {
          created_at?: string
          endpoint_hash?: string
          id?: string
          sealed?: string
          surface?: 'crm' | 'portal'
          user_id?: string
        }
        Relationships: []
      }
      quiz_attempts: {
        Row: {
          answered: number
          completed_at: string | null
          contact_id: string | null
          dimensions: Shape<'quiz_attempts.dimensions', JsonObject>
          email: string | null
          id: string
          invite_expires_at: string | null
          invite_hash: string | null
          ip_trunc: string | null
          is_demo: boolean
          key_hash: string
          last_at: string
          name: string | null
          opportunity_id: string | null
          partner_id: string | null
          previous_id: string | null
          privacy_text_id: string | null
          quiz_id: string
          quiz_version: number
          reached: number
          reminds_partner: boolean
          result: Shape<'quiz_attempts.result', JsonObject> | null
          rules: Shape<'quiz_attempts.rules', string[]>
          score: number | null
          shares_levels_at: string | null
          source_url: string | null
          stage: number | null
          started_at: string
          status: 'started' | 'answered' | 'gated' | 'completed' | 'viewed' | 'abandoned'
          user_agent: string | null
          utm: Shape<'quiz_attempts.utm', JsonObject>
          viewed_at: string | null
        }
        Insert: {
          answered?: number
          completed_at?: string | null
          contact_id?: string | null
          dimensions?: Shape<'quiz_attempts.dimensions', JsonObject>
          email?: string | null
          id?: string
          invite_expires_at?: string | null
          invite_hash?: string | null
          ip_trunc?: string | null
          is_demo?: boolean
          key_hash: string
          last_at?: string
          name?: string | null
          opportunity_id?: string | null
          partner_id?: string | null
          previous_id?: string | null
          privacy_text_id?: string | null
          quiz_id: string
          quiz_version: number
          reached?: number
          reminds_partner?: boolean
          result?: Shape<'quiz_attempts.result', JsonObject> | null
          rules?: Readonly<Shape<'quiz_attempts.rules', string[]>>
          score?: number | null
          shares_levels_at?: string | null
          source_url?: string | null
          stage?: number | null
          started_at?: string
          status?: 'started' | 'answered' | 'gated' | 'completed' | 'viewed' | 'abandoned'
          user_agent?: string | null
          utm?: Shape<'quiz_attempts.utm', JsonObject>
          viewed_at?: string | null
        }
        Update: {
          answered?: number
          completed_at?: string | null
          contact_id?: string | null
          dimensions?: Shape<'quiz_attempts.dimensions', JsonObject>
          email?: string | null
          id?: string
          invite_expires_at?: string | null
          invite_hash?: string | null
          ip_trunc?: string | null
          is_demo?: boolean
          key_hash?: string
          last_at?: string
          name?: string | null
          opportunity_id?: string | null
          partner_id?: string | null
          previous_id?: string | null
          privacy_text_id?: string | null
          quiz_id?: string
          quiz_version?: number
          reached?: number
          reminds_partner?: boolean
          result?: Shape<'quiz_attempts.result', JsonObject> | null
          rules?: Readonly<Shape<'quiz_attempts.rules', string[]>>
          score?: number | null
          shares_levels_at?: string | null
          source_url?: string | null
          stage?: number | null
          started_at?: string
          status?: 'started' | 'answered' | 'gated' | 'completed' | 'viewed' | 'abandoned'
          user_agent?: string | null
          utm?: Shape<'quiz_attempts.utm', JsonObject>
          viewed_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'attempt_of_unknown_version'; columns: ['quiz_id', 'quiz_version']; isOneToOne: false; referencedRelation: 'quiz_versions'; referencedColumns: ['quiz_id', 'number'] }, { foreignKeyName: 'quiz_attempts_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'quiz_attempts_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }, { foreignKeyName: 'quiz_attempts_partner_id_fkey'; columns: ['partner_id']; isOneToOne: true; referencedRelation: 'quiz_attempts'; referencedColumns: ['id'] }, { foreignKeyName: 'quiz_attempts_previous_id_fkey'; columns: ['previous_id']; isOneToOne: false; referencedRelation: 'quiz_attempts'; referencedColumns: ['id'] }, { foreignKeyName: 'quiz_attempts_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }]
      }
      quiz_deliveries: {
        Row: {
          attempt_id: string
          created_at: string
          email: string
          id: string
        }
        Insert: {
          attempt_id: string
          created_at?: string
          email: string
          id?: string
        }
        Update: {
          attempt_id?: string
          created_at?: string
          email?: string
          id?: string
        }
        Relationships: [{ foreignKeyName: 'quiz_deliveries_attempt_id_fkey'; columns: ['attempt_id']; isOneToOne: false; referencedRelation: 'quiz_attempts'; referencedColumns: ['id'] }]
      }
      quiz_mailed_keys: {
        Row: {
          attempt_id: string
          created_at: string
          key_hash: string
          opens: 'questions' | 'invitation'
        }
        Insert: {
          attempt_id: string
          created_at?: string
          key_hash: string
          opens: 'questions' | 'invitation'
        }
        Update: {
          attempt_id?: string
          created_at?: string
          key_hash?: string
          opens?: 'questions' | 'invitation'
        }
        Relationships: [{ foreignKeyName: 'quiz_mailed_keys_attempt_id_fkey'; columns: ['attempt_id']; isOneToOne: false; referencedRelation: 'quiz_attempts'; referencedColumns: ['id'] }]
      }
      quiz_reminders: {
        Row: {
          attempt_id: string
          created_at: string
          email: string
        }
        Insert: {
          attempt_id: string
          created_at?: string
          email: string
        }
        Update: {
          attempt_id?: string
          created_at?: string
          email?: string
        }
        Relationships: [{ foreignKeyName: 'quiz_reminders_attempt_id_fkey'; columns: ['attempt_id']; isOneToOne: true; referencedRelation: 'quiz_attempts'; referencedColumns: ['id'] }]
      }
      quiz_result_links: {
        Row: {
          attempt_id: string
          created_at: string
          expires_at: string
          proves_address: boolean
          revoked_at: string | null
          token_hash: string
        }
        Insert: {
          attempt_id: string
          created_at?: string
          expires_at?: string
          proves_address?: boolean
          revoked_at?: string | null
          token_hash: string
        }
        Update: {
          attempt_id?: string
          created_at?: string
          expires_at?: string
          proves_address?: boolean
          revoked_at?: string | null
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'quiz_result_links_attempt_id_fkey'; columns: ['attempt_id']; isOneToOne: false; referencedRelation: 'quiz_attempts'; referencedColumns: ['id'] }]
      }
      quiz_sealed_answers: {
        Row: {
          attempt_id: string
          sealed: string
        }
        Insert: {
          attempt_id: string
          sealed: string
        }
        Update: {
          attempt_id?: string
          sealed?: string
        }
        Relationships: [{ foreignKeyName: 'quiz_sealed_answers_attempt_id_fkey'; columns: ['attempt_id']; isOneToOne: true; referencedRelation: 'quiz_attempts'; referencedColumns: ['id'] }]
      }
      quiz_stage_actions: {
        Row: {
          automation_id: string | null
          opens_opportunity: boolean
          quiz_id: string
          stage: number
          tag_id: string | null
          task: string | null
          version: number
        }
        Insert: {
          automation_id?: string | null
          opens_opportunity?: boolean
          quiz_id: string
          stage: number
          tag_id?: string | null
          task?: string | null
          version?: number
        }
        Update: {
          automation_id?: string | null
          opens_opportunity?: boolean
          quiz_id?: string
          stage?: number
          tag_id?: string | null
          task?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'quiz_stage_actions_automation_id_fkey'; columns: ['automation_id']; isOneToOne: false; referencedRelation: 'automations'; referencedColumns: ['id'] }, { foreignKeyName: 'quiz_stage_actions_quiz_id_fkey'; columns: ['quiz_id']; isOneToOne: false; referencedRelation: 'quizzes'; referencedColumns: ['id'] }, { foreignKeyName: 'quiz_stage_actions_tag_id_fkey'; columns: ['tag_id']; isOneToOne: false; referencedRelation: 'tags'; referencedColumns: ['id'] }]
      }
      quiz_versions: {
        Row: {
          definition: Shape<'quiz_versions.definition', Json>
          number: number
          published_at: string
          published_by: string | null
          quiz_id: string
        }
        Insert: {
          definition: Shape<'quiz_versions.definition', Json>
          number: number
          published_at?: string
          published_by?: string | null
          quiz_id: string
        }
        Update: {
          definition?: Shape<'quiz_versions.definition', Json>
          number?: number
          published_at?: string
          published_by?: string | null
          quiz_id?: string
        }
        Relationships: [{ foreignKeyName: 'quiz_versions_quiz_id_fkey'; columns: ['quiz_id']; isOneToOne: false; referencedRelation: 'quizzes'; referencedColumns: ['id'] }]
      }
      quizzes: {
        Row: {
          current_version: number | null
          id: string
          slug: string
          status: 'published' | 'paused'
          title: string
          version: number
        }
        Insert: {
          current_version?: number | null
          id?: string
          slug: string
          status?: 'published' | 'paused'
          title: string
          version?: number
        }
        Update: {
          current_version?: number | null
          id?: string
          slug?: string
          status?: 'published' | 'paused'
          title?: string
          version?: number
        }
        Relationships: []
      }
      received_messages: {
        Row: {
          channel: 'whatsapp' | 'sms' | 'email'
          contact_id: string | null
          created_at: string
          from_value: string
          id: string
          is_verified: boolean
          provider_id: string
          received_at: string
        }
        Insert: {
          channel: 'whatsapp' | 'sms' | 'email'
          contact_id?: string | null
          created_at?: string
          from_value: string
          id?: string
          is_verified?: boolean
          provider_id: string
          received_at: string
        }
        Update: {
          channel?: 'whatsapp' | 'sms' | 'email'
          contact_id?: string | null
          created_at?: string
          from_value?: string
          id?: string
          is_verified?: boolean
          provider_id?: string
          received_at?: string
        }
        Relationships: [{ foreignKeyName: 'received_messages_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      reconciliations: {
        Row: {
          compared_at: string
          day: string
          differences: Shape<'reconciliations.differences', unknown[]>
          fault: string | null
          is_stand_in: boolean
          ours_agorot: number
          provider: string
          theirs_agorot: number
        }
        Insert: {
          compared_at?: string
          day: string
          differences?: Shape<'reconciliations.differences', unknown[]>
          fault?: string | null
          is_stand_in?: boolean
          ours_agorot?: number
          provider: string
          theirs_agorot?: number
        }
        Update: {
          compared_at?: string
          day?: string
          differences?: Shape<'reconciliations.differences', unknown[]>
          fault?: string | null
          is_stand_in?: boolean
          ours_agorot?: number
          provider?: string
          theirs_agorot?: number
        }
        Relationships: []
      }
      redirects: {
        Row: {
          code: 301 | 302
          created_at: string
          from_path: string
          hits: number
          id: string
          last_hit_at: string | null
          to_address: string
          updated_at: string
          version: number
        }
        Insert: {
          code?: 301 | 302
          created_at?: string
          from_path: string
          hits?: number
          id?: string
          last_hit_at?: string | null
          to_address: string
          updated_at?: string
          version?: number
        }
        Update: {
          code?: 301 | 302
          created_at?: string
          from_path?: string
          hits?: number
          id?: string
          last_hit_at?: string | null
          to_address?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      review_authors: {
        Row: {
          contact_id: string | null
          created_at: string
          email: string | null
          ip_trunc: string | null
          name: string
          privacy_text_id: string | null
          review_id: string
          source_url: string | null
          user_agent: string | null
          words_hash: string
        }
        Insert: {
          contact_id?: string | null
          created_at?: string
          email?: string | null
          ip_trunc?: string | null
          name: string
          privacy_text_id?: string | null
          review_id: string
          source_url?: string | null
          user_agent?: string | null
          words_hash: string
        }
        Update: {
          contact_id?: string | null
          created_at?: string
          email?: string | null
          ip_trunc?: string | null
          name?: string
          privacy_text_id?: string | null
          review_id?: string
          source_url?: string | null
          user_agent?: string | null
          words_hash?: string
        }
        Relationships: [{ foreignKeyName: 'review_authors_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'review_authors_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'review_authors_review_id_fkey'; columns: ['review_id']; isOneToOne: true; referencedRelation: 'reviews'; referencedColumns: ['id'] }]
      }
      review_edits: {
        Row: {
          body: string
          decided_at: string | null
          decision: 'approved' | 'declined' | 'withdrawn' | null
          id: string
          proposed_at: string
          proposed_by: string | null
          review_id: string
        }
        Insert: {
          body: string
          decided_at?: string | null
          decision?: 'approved' | 'declined' | 'withdrawn' | null
          id?: string
          proposed_at?: string
          proposed_by?: string | null
          review_id: string
        }
        Update: {
          body?: string
          decided_at?: string | null
          decision?: 'approved' | 'declined' | 'withdrawn' | null
          id?: string
          proposed_at?: string
          proposed_by?: string | null
          review_id?: string
        }
        Relationships: [{ foreignKeyName: 'review_edits_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'reviews'; referencedColumns: ['id'] }]
      }
      review_links: {
        Row: {
          created_at: string
          edit_id: string | null
          expires_at: string
          is_reminder: boolean
          review_id: string
          token_hash: string
        }
        Insert: {
          created_at?: string
          edit_id?: string | null
          expires_at?: string
          is_reminder?: boolean
          review_id: string
          token_hash: string
        }
        Update: {
          created_at?: string
          edit_id?: string | null
          expires_at?: string
          is_reminder?: boolean
          review_id?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'review_links_edit_id_fkey'; columns: ['edit_id']; isOneToOne: false; referencedRelation: 'review_edits'; referencedColumns: ['id'] }, { foreignKeyName: 'review_links_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'reviews'; referencedColumns: ['id'] }]
      }
      review_photos: {
        Row: {
          agreed_words: string
          bytes: string
          created_at: string
          id: string
          review_id: string
        }
        Insert: {
          agreed_words: string
          bytes: string
          created_at?: string
          id?: string
          review_id: string
        }
        Update: {
          agreed_words?: string
          bytes?: string
          created_at?: string
          id?: string
          review_id?: string
        }
        Relationships: [{ foreignKeyName: 'review_photos_review_id_fkey'; columns: ['review_id']; isOneToOne: true; referencedRelation: 'reviews'; referencedColumns: ['id'] }]
      }
      review_requests: {
        Row: {
          asked_by: string | null
          closed_at: string | null
          contact_id: string
          created_at: string
          email: string
          expires_at: string
          id: string
          review_id: string | null
          token_hash: string
        }
        Insert: {
          asked_by?: string | null
          closed_at?: string | null
          contact_id: string
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          review_id?: string | null
          token_hash: string
        }
        Update: {
          asked_by?: string | null
          closed_at?: string | null
          contact_id?: string
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          review_id?: string | null
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'review_requests_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'review_requests_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'reviews'; referencedColumns: ['id'] }]
      }
      reviews: {
        Row: {
          about: string | null
          approved_at: string | null
          approved_by: string | null
          body: string
          consent_scope: 'first_name_only' | 'site' | 'ads'
          created_at: string
          edit_agreed_on: string | null
          id: string
          is_demo: boolean
          is_featured: boolean
          original_body: string
          permission: string | null
          permitted_on: string | null
          rating: number | null
          rejected_because: 'withdrawn' | 'not_a_client' | 'abusive' | 'spam' | 'other' | null
          reply: string | null
          shown_name: string
          source: 'form' | 'google' | 'manual' | 'import'
          status: 'pending_verification' | 'pending' | 'approved' | 'rejected'
          tags: Shape<'reviews.tags', string[]>
          verified_at: string | null
          verified_by: 'mail' | 'request' | 'staff' | null
          version: number
        }
        Insert: {
          about?: string | null
          approved_at?: string | null
          approved_by?: string | null
          body: string
          consent_scope?: 'first_name_only' | 'site' | 'ads'
          created_at?: string
          edit_agreed_on?: string | null
          id?: string
          is_demo?: boolean
          is_featured?: boolean
          original_body?: string
          permission?: string | null
          permitted_on?: string | null
          rating?: number | null
          rejected_because?: 'withdrawn' | 'not_a_client' | 'abusive' | 'spam' | 'other' | null
          reply?: string | null
          shown_name: string
          source?: 'form' | 'google' | 'manual' | 'import'
          status?: 'pending_verification' | 'pending' | 'approved' | 'rejected'
          tags?: Readonly<Shape<'reviews.tags', string[]>>
          verified_at?: string | null
          verified_by?: 'mail' | 'request' | 'staff' | null
          version?: number
        }
        Update: {
          about?: string | null
          approved_at?: string | null
          approved_by?: string | null
          body?: string
          consent_scope?: 'first_name_only' | 'site' | 'ads'
          created_at?: string
          edit_agreed_on?: string | null
          id?: string
          is_demo?: boolean
          is_featured?: boolean
          original_body?: string
          permission?: string | null
          permitted_on?: string | null
          rating?: number | null
          rejected_because?: 'withdrawn' | 'not_a_client' | 'abusive' | 'spam' | 'other' | null
          reply?: string | null
          shown_name?: string
          source?: 'form' | 'google' | 'manual' | 'import'
          status?: 'pending_verification' | 'pending' | 'approved' | 'rejected'
          tags?: Readonly<Shape<'reviews.tags', string[]>>
          verified_at?: string | null
          verified_by?: 'mail' | 'request' | 'staff' | null
          version?: number
        }
        Relationships: []
      }
      saved_views: {
        Row: {
          created_at: string
          entity: 'contacts' | 'opportunities' | 'tasks'
          id: string
          name: string
          position: number
          query: Shape<'saved_views.query', JsonObject>
          shared: boolean
          user_id: string
          version: number
        }
        Insert: {
          created_at?: string
          entity: 'contacts' | 'opportunities' | 'tasks'
          id?: string
          name: string
          position?: number
          query?: Shape<'saved_views.query', JsonObject>
          shared?: boolean
          user_id?: string
          version?: number
        }
        Update: {
          created_at?: string
          entity?: 'contacts' | 'opportunities' | 'tasks'
          id?: string
          name?: string
          position?: number
          query?: Shape<'saved_views.query', JsonObject>
          shared?: boolean
          user_id?: string
          version?: number
        }
        Relationships: []
      }
      schedule_overrides: {
        Row: {
          day: string
          schedule_id: string
          windows: Shape<'schedule_overrides.windows', unknown[]>
        }
        Insert: {
          day: string
          schedule_id: string
          windows: Shape<'schedule_overrides.windows', unknown[]>
        }
        Update: {
          day?: string
          schedule_id?: string
          windows?: Shape<'schedule_overrides.windows', unknown[]>
        }
        Relationships: [{ foreignKeyName: 'schedule_overrides_schedule_id_fkey'; columns: ['schedule_id']; isOneToOne: false; referencedRelation: 'schedules'; referencedColumns: ['id'] }]
      }
      schedule_rules: {
        Row: {
          end_local: string
          id: string
          schedule_id: string
          start_local: string
          weekday: number
        }
        Insert: {
          end_local: string
          id?: string
          schedule_id: string
          start_local: string
          weekday: number
        }
        Update: {
          end_local?: string
          id?: string
          schedule_id?: string
          start_local?: string
          weekday?: number
        }
        Relationships: [{ foreignKeyName: 'schedule_rules_schedule_id_fkey'; columns: ['schedule_id']; isOneToOne: false; referencedRelation: 'schedules'; referencedColumns: ['id'] }]
      }
      scheduled_messages: {
        Row: {
          channel: 'email' | 'whatsapp' | 'sms' | 'push'
          contact_id: string | null
          context_id: string
          context_type: string
          created_at: string
          expires_at: string | null
          id: string
          idempotency_key: string
          is_demo: boolean
          mailed_because: string | null
          phone: string | null
          planned_at: string
          purpose: 'transactional' | 'service' | 'marketing'
          replaces_id: string | null
          rule_id: string | null
          run_id: string | null
          send_at: string
          skip_reason: string | null
          status: 'scheduled' | 'held_quiet' | 'sending' | 'sent' | 'skipped' | 'failed' | 'canceled'
          template_id: string | null
          template_number: number | null
          to_value: string | null
          waits: Shape<'scheduled_messages.waits', unknown[]>
          waits_because: 'daily_cap' | 'weekly_cap' | 'quiet_hours' | 'no_advertiser' | null
        }
        Insert: {
          channel?: 'email' | 'whatsapp' | 'sms' | 'push'
          contact_id?: string | null
          context_id: string
          context_type: string
          created_at?: string
          expires_at?: string | null
          id?: string
          idempotency_key: string
          is_demo?: boolean
          mailed_because?: string | null
          phone?: string | null
          planned_at?: string
          purpose: 'transactional' | 'service' | 'marketing'
          replaces_id?: string | null
          rule_id?: string | null
          run_id?: string | null
          send_at?: string
          skip_reason?: string | null
          status?: 'scheduled' | 'held_quiet' | 'sending' | 'sent' | 'skipped' | 'failed' | 'canceled'
          template_id?: string | null
          template_number?: number | null
          to_value?: string | null
          waits?: Shape<'scheduled_messages.waits', unknown[]>
          waits_because?: 'daily_cap' | 'weekly_cap' | 'quiet_hours' | 'no_advertiser' | null
        }
        Update: {
          channel?: 'email' | 'whatsapp' | 'sms' | 'push'
          contact_id?: string | null
          context_id?: string
          context_type?: string
          created_at?: string
          expires_at?: string | null
          id?: string
          idempotency_key?: string
          is_demo?: boolean
          mailed_because?: string | null
          phone?: string | null
          planned_at?: string
          purpose?: 'transactional' | 'service' | 'marketing'
          replaces_id?: string | null
          rule_id?: string | null
          run_id?: string | null
          send_at?: string
          skip_reason?: string | null
          status?: 'scheduled' | 'held_quiet' | 'sending' | 'sent' | 'skipped' | 'failed' | 'canceled'
          template_id?: string | null
          template_number?: number | null
          to_value?: string | null
          waits?: Shape<'scheduled_messages.waits', unknown[]>
          waits_because?: 'daily_cap' | 'weekly_cap' | 'quiet_hours' | 'no_advertiser' | null
        }
        Relationships: [{ foreignKeyName: 'scheduled_messages_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'scheduled_messages_replaces_id_fkey'; columns: ['replaces_id']; isOneToOne: true; referencedRelation: 'scheduled_messages'; referencedColumns: ['id'] }, { foreignKeyName: 'scheduled_messages_rule_id_fkey'; columns: ['rule_id']; isOneToOne: false; referencedRelation: 'message_rules'; referencedColumns: ['id'] }]
      }
      schedules: {
        Row: {
          created_at: string
          id: string
          name: string
          user_id: string
          version: number
          zone: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          user_id: string
          version?: number
          zone?: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          user_id?: string
          version?: number
          zone?: string
        }
        Relationships: [{ foreignKeyName: 'schedules_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'booking_hosts'; referencedColumns: ['user_id'] }]
      }
      school_breaks: {
        Row: {
          from_on: string
          id: string
          name: string
          until_on: string
          version: number
        }
        Insert: {
          from_on: string
          id?: string
          name: string
          until_on: string
          version?: number
        }
        Update: {
          from_on?: string
          id?: string
          name?: string
          until_on?: string
          version?: number
        }
        Relationships: []
      }
      sender_domains: {
        Row: {
          dkim_selector: string
          domain: string
          updated_at: string
        }
        Insert: {
          dkim_selector: string
          domain: string
          updated_at?: string
        }
        Update: {
          dkim_selector?: string
          domain?: string
          updated_at?: string
        }
        Relationships: []
      }
      seo_overrides: {
        Row: {
          canonical: string | null
          description: string | null
          image_alt: string | null
          image_id: string | null
          is_hidden: boolean
          path: string
          title: string | null
          updated_at: string
          version: number
        }
        Insert: {
          canonical?: string | null
          description?: string | null
          image_alt?: string | null
          image_id?: string | null
          is_hidden?: boolean
          path: string
          title?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          canonical?: string | null
          description?: string | null
          image_alt?: string | null
          image_id?: string | null
          is_hidden?: boolean
          path?: string
          title?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'seo_overrides_image_id_fkey'; columns: ['image_id']; isOneToOne: false; referencedRelation: 'pictures'; referencedColumns: ['id'] }]
      }
      seo_settings: {
        Row: {
          bing_verification: string | null
          facebook_verification: string | null
          google_verification: string | null
          is_only: boolean
          title_pattern: string
          updated_at: string
          version: number
        }
        Insert: {
          bing_verification?: string | null
          facebook_verification?: string | null
          google_verification?: string | null
          is_only?: boolean
          title_pattern?: string
          updated_at?: string
          version?: number
        }
        Update: {
          bing_verification?: string | null
          facebook_verification?: string | null
          google_verification?: string | null
          is_only?: boolean
          title_pattern?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      session_agenda: {
        Row: {
          id: boolean
          private_md: string
          shared_md: string
          version: number
        }
        Insert: {
          id?: boolean
          private_md?: string
          shared_md?: string
          version?: number
        }
        Update: {
          id?: boolean
          private_md?: string
          shared_md?: string
          version?: number
        }
        Relationships: []
      }
      session_notes: {
        Row: {
          appointment_id: string | null
          contact_id: string
          created_at: string
          created_by: string | null
          held_on: string
          id: string
          is_demo: boolean
          private_md: string
          shared_md: string
          shared_with: 'client' | 'household'
          steps: Shape<'session_notes.steps', Json>
          title: string
          version: number
        }
        Insert: {
          appointment_id?: string | null
          contact_id: string
          created_at?: string
          created_by?: string | null
          held_on: string
          id?: string
          is_demo?: boolean
          private_md?: string
          shared_md?: string
          shared_with?: 'client' | 'household'
          steps?: Shape<'session_notes.steps', Json>
          title: string
          version?: number
        }
        Update: {
          appointment_id?: string | null
          contact_id?: string
          created_at?: string
          created_by?: string | null
          held_on?: string
          id?: string
          is_demo?: boolean
          private_md?: string
          shared_md?: string
          shared_with?: 'client' | 'household'
          steps?: Shape<'session_notes.steps', Json>
          title?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'session_notes_appointment_id_fkey'; columns: ['appointment_id']; isOneToOne: true; referencedRelation: 'appointments'; referencedColumns: ['id'] }, { foreignKeyName: 'session_notes_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }]
      }
      session_packages: {
        Row: {
          contact_id: string
          created_at: string
          created_by: string | null
          expires_on: string | null
          id: string
          is_demo: boolean
          note: string
          total: number
          type_id: string
          version: number
        }
        Insert: {
          contact_id: string
          created_at?: string
          created_by?: string | null
          expires_on?: string | null
          id?: string
          is_demo?: boolean
          note?: string
          total: number
          type_id: string
          version?: number
        }
        Update: {
          contact_id?: string
          created_at?: string
          created_by?: string | null
          expires_on?: string | null
          id?: string
          is_demo?: boolean
          note?: string
          total?: number
          type_id?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'session_packages_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'type_has_packages'; columns: ['type_id']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['id'] }]
      }
      session_summaries: {
        Row: {
          body: string
          contact_id: string
          held_on: string
          is_demo: boolean
          note_id: string
          shared_at: string
          shared_with: 'client' | 'household'
          steps: Shape<'session_summaries.steps', Json>
          title: string
          updated_at: string
        }
        Insert: {
          body?: string
          contact_id: string
          held_on: string
          is_demo?: boolean
          note_id: string
          shared_at?: string
          shared_with: 'client' | 'household'
          steps?: Shape<'session_summaries.steps', Json>
          title: string
          updated_at?: string
        }
        Update: {
          body?: string
          contact_id?: string
          held_on?: string
          is_demo?: boolean
          note_id?: string
          shared_at?: string
          shared_with?: 'client' | 'household'
          steps?: Shape<'session_summaries.steps', Json>
          title?: string
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'session_summaries_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'session_summaries_note_id_fkey'; columns: ['note_id']; isOneToOne: true; referencedRelation: 'session_notes'; referencedColumns: ['id'] }]
      }
      signature_requests: {
        Row: {
          contact_id: string
          file_id: string | null
          file_name: string
          id: string
          requested_at: string
          requested_by: string | null
          sha256: string
          signed_account: string | null
          signed_at: string | null
          signed_by: string | null
          signed_ip: string | null
          signed_name: string | null
          signed_user_agent: string | null
          version: number
          withdrawn_at: string | null
        }
        Insert: {
          contact_id: string
          file_id?: string | null
          file_name: string
          id?: string
          requested_at?: string
          requested_by?: string | null
          sha256: string
          signed_account?: string | null
          signed_at?: string | null
          signed_by?: string | null
          signed_ip?: string | null
          signed_name?: string | null
          signed_user_agent?: string | null
          version?: number
          withdrawn_at?: string | null
        }
        Update: {
          contact_id?: string
          file_id?: string | null
          file_name?: string
          id?: string
          requested_at?: string
          requested_by?: string | null
          sha256?: string
          signed_account?: string | null
          signed_at?: string | null
          signed_by?: string | null
          signed_ip?: string | null
          signed_name?: string | null
          signed_user_agent?: string | null
          version?: number
          withdrawn_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'signature_requests_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'signature_requests_file_id_fkey'; columns: ['file_id']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['id'] }]
      }
      site_addresses: {
        Row: {
          kind: 'reserved' | 'product' | 'page'
          owner: string | null
          slug: string
        }
        Insert: {
          kind: 'reserved' | 'product' | 'page'
          owner?: string | null
          slug: string
        }
        Update: {
          kind?: 'reserved' | 'product' | 'page'
          owner?: string | null
          slug?: string
        }
        Relationships: []
      }
      slot_groups: {
        Row: {
          ends_at: string
          id: string
          starts_at: string
          type_id: string | null
          user_id: string
        }
        Insert: {
          ends_at: string
          id?: string
          starts_at: string
          type_id?: string | null
          user_id: string
        }
        Update: {
          ends_at?: string
          id?: string
          starts_at?: string
          type_id?: string | null
          user_id?: string
        }
        Relationships: [{ foreignKeyName: 'slot_groups_type_id_fkey'; columns: ['type_id']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['id'] }]
      }
      slot_holds: {
        Row: {
          ends_at: string
          id: string
          release_at: string
          starts_at: string
          token_hash: string
          type_id: string
          user_id: string
        }
        Insert: {
          ends_at: string
          id?: string
          release_at?: string
          starts_at: string
          token_hash: string
          type_id: string
          user_id: string
        }
        Update: {
          ends_at?: string
          id?: string
          release_at?: string
          starts_at?: string
          token_hash?: string
          type_id?: string
          user_id?: string
        }
        Relationships: [{ foreignKeyName: 'slot_holds_type_id_fkey'; columns: ['type_id']; isOneToOne: false; referencedRelation: 'appointment_types'; referencedColumns: ['id'] }, { foreignKeyName: 'slot_holds_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'booking_hosts'; referencedColumns: ['user_id'] }]
      }
      snoozes: {
        Row: {
          entity: 'contact_request' | 'opportunity' | 'process_stage_instance' | 'contact'
          entity_id: string
          until: string
          user_id: string
        }
        Insert: {
          entity: 'contact_request' | 'opportunity' | 'process_stage_instance' | 'contact'
          entity_id: string
          until: string
          user_id?: string
        }
        Update: {
          entity?: 'contact_request' | 'opportunity' | 'process_stage_instance' | 'contact'
          entity_id?: string
          until?: string
          user_id?: string
        }
        Relationships: []
      }
      staff_digests: {
        Row: {
          is_on: boolean
          last_day: string | null
          user_id: string
          version: number
          zone: string
        }
        Insert: {
          is_on?: boolean
          last_day?: string | null
          user_id: string
          version?: number
          zone?: string
        }
        Update: {
          is_on?: boolean
          last_day?: string | null
          user_id?: string
          version?: number
          zone?: string
        }
        Relationships: []
      }
      staff_invitations: {
        Row: {
          accepted_at: string | null
          accepted_by: string | null
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by: string | null
          revoked_at: string | null
          role: 'owner' | 'admin' | 'coach' | 'sales' | 'content'
          sent_at: string
          token_hash: string
          version: number
        }
        Insert: {
          accepted_at?: string | null
          accepted_by?: string | null
          created_at?: string
          email: string
          expires_at: string
          id?: string
          invited_by?: string | null
          revoked_at?: string | null
          role: 'owner' | 'admin' | 'coach' | 'sales' | 'content'
          sent_at?: string
          token_hash: string
          version?: number
        }
        Update: {
          accepted_at?: string | null
          accepted_by?: string | null
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          revoked_at?: string | null
          role?: 'owner' | 'admin' | 'coach' | 'sales' | 'content'
          sent_at?: string
          token_hash?: string
          version?: number
        }
        Relationships: []
      }
      staff_profiles: {
        Row: {
          full_name: string
          gender_form: 'f' | 'm' | 'neutral' | 'plural'
          photo_path: string | null
          signature: string
          user_id: string
          version: number
        }
        Insert: {
          full_name: string
          gender_form?: 'f' | 'm' | 'neutral' | 'plural'
          photo_path?: string | null
          signature?: string
          user_id: string
          version?: number
        }
        Update: {
          full_name?: string
          gender_form?: 'f' | 'm' | 'neutral' | 'plural'
          photo_path?: string | null
          signature?: string
          user_id?: string
          version?: number
        }
        Relationships: []
      }
      stage_document_files: {
        Row: {
          decided_at: string | null
          decided_by: string | null
          file_id: string
          reason: string | null
          stage_document_id: string
          stage_instance_id: string
          status: 'received' | 'approved' | 'returned'
          version: number
        }
        Insert: {
          decided_at?: string | null
          decided_by?: string | null
          file_id: string
          reason?: string | null
          stage_document_id: string
          stage_instance_id: string
          status?: 'received' | 'approved' | 'returned'
          version?: number
        }
        Update: {
          decided_at?: string | null
          decided_by?: string | null
          file_id?: string
          reason?: string | null
          stage_document_id?: string
          stage_instance_id?: string
          status?: 'received' | 'approved' | 'returned'
          version?: number
        }
        Relationships: [{ foreignKeyName: 'stage_document_files_file_id_fkey'; columns: ['file_id']; isOneToOne: true; referencedRelation: 'files'; referencedColumns: ['id'] }, { foreignKeyName: 'stage_document_files_stage_document_id_fkey'; columns: ['stage_document_id']; isOneToOne: false; referencedRelation: 'stage_documents'; referencedColumns: ['id'] }, { foreignKeyName: 'stage_document_files_stage_instance_id_fkey'; columns: ['stage_instance_id']; isOneToOne: false; referencedRelation: 'process_stage_instances'; referencedColumns: ['id'] }]
      }
      stage_documents: {
        Row: {
          hint: string
          id: string
          lineage: string
          name: string
          position: number
          stage_id: string
        }
        Insert: {
          hint?: string
          id?: string
          lineage?: string
          name: string
          position: number
          stage_id: string
        }
        Update: {
          hint?: string
          id?: string
          lineage?: string
          name?: string
          position?: number
          stage_id?: string
        }
        Relationships: [{ foreignKeyName: 'stage_documents_stage_id_fkey'; columns: ['stage_id']; isOneToOne: false; referencedRelation: 'process_stages'; referencedColumns: ['id'] }]
      }
      stage_materials: {
        Row: {
          id: string
          position: number
          stage_id: string
          title: string
          url: string
        }
        Insert: {
          id?: string
          position: number
          stage_id: string
          title: string
          url: string
        }
        Update: {
          id?: string
          position?: number
          stage_id?: string
          title?: string
          url?: string
        }
        Relationships: [{ foreignKeyName: 'stage_materials_stage_id_fkey'; columns: ['stage_id']; isOneToOne: false; referencedRelation: 'process_stages'; referencedColumns: ['id'] }]
      }
      subscriptions: {
        Row: {
          confirmed_at: string
          contact_id: string
          created_at: string
          email: string
          ended_at: string | null
          id: string
          is_demo: boolean
          list_id: string
          status: 'confirmed' | 'unsubscribed'
        }
        Insert: {
          confirmed_at?: string
          contact_id: string
          created_at?: string
          email: string
          ended_at?: string | null
          id?: string
          is_demo?: boolean
          list_id: string
          status?: 'confirmed' | 'unsubscribed'
        }
        Update: {
          confirmed_at?: string
          contact_id?: string
          created_at?: string
          email?: string
          ended_at?: string | null
          id?: string
          is_demo?: boolean
          list_id?: string
          status?: 'confirmed' | 'unsubscribed'
        }
        Relationships: [{ foreignKeyName: 'subscriptions_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'subscriptions_list_id_fkey'; columns: ['list_id']; isOneToOne: false; referencedRelation: 'mailing_lists'; referencedColumns: ['id'] }]
      }
      suppressions: {
        Row: {
          channel: 'email' | 'whatsapp' | 'sms' | 'push'
          created_at: string
          created_by: string | null
          note: string
          reason: 'unsubscribe' | 'bounce' | 'complaint' | 'manual' | 'legal'
          scope: 'all_marketing'
          value_hash: string
          value_norm: string | null
        }
        Insert: {
          channel?: 'email' | 'whatsapp' | 'sms' | 'push'
          created_at?: string
          created_by?: string | null
          note?: string
          reason: 'unsubscribe' | 'bounce' | 'complaint' | 'manual' | 'legal'
          scope?: 'all_marketing'
          value_hash?: string
          value_norm?: string | null
        }
        Update: {
          channel?: 'email' | 'whatsapp' | 'sms' | 'push'
          created_at?: string
          created_by?: string | null
          note?: string
          reason?: 'unsubscribe' | 'bounce' | 'complaint' | 'manual' | 'legal'
          scope?: 'all_marketing'
          value_hash?: string
          value_norm?: string | null
        }
        Relationships: []
      }
      system_checks: {
        Row: {
          checked_at: string
          facts: Shape<'system_checks.facts', Json>
          failing_since: string | null
          failures: number
          is_ok: boolean
          kind: 'disk' | 'queue' | 'mail' | 'bounces' | 'certificate' | 'smtp' | 'calendar' | 'replica' | 'expiry'
          place: string
        }
        Insert: {
          checked_at?: string
          facts?: Shape<'system_checks.facts', Json>
          failing_since?: string | null
          failures?: number
          is_ok: boolean
          kind: 'disk' | 'queue' | 'mail' | 'bounces' | 'certificate' | 'smtp' | 'calendar' | 'replica' | 'expiry'
          place?: string
        }
        Update: {
          checked_at?: string
          facts?: Shape<'system_checks.facts', Json>
          failing_since?: string | null
          failures?: number
          is_ok?: boolean
          kind?: 'disk' | 'queue' | 'mail' | 'bounces' | 'certificate' | 'smtp' | 'calendar' | 'replica' | 'expiry'
          place?: string
        }
        Relationships: []
      }
      tags: {
        Row: {
          color: 'stage-1' | 'stage-2' | 'stage-3' | 'stage-4' | 'stage-5' | 'stage-6'
          created_at: string
          id: string
          is_demo: boolean
          name: string
          version: number
        }
        Insert: {
          color?: 'stage-1' | 'stage-2' | 'stage-3' | 'stage-4' | 'stage-5' | 'stage-6'
          created_at?: string
          id?: string
          is_demo?: boolean
          name: string
          version?: number
        }
        Update: {
          color?: 'stage-1' | 'stage-2' | 'stage-3' | 'stage-4' | 'stage-5' | 'stage-6'
          created_at?: string
          id?: string
          is_demo?: boolean
          name?: string
          version?: number
        }
        Relationships: []
      }
      tasks: {
        Row: {
          completed_at: string | null
          contact_id: string | null
          created_at: string
          created_by: string | null
          deleted_at: string | null
          due_at: string | null
          due_date: string | null
          follows_id: string | null
          id: string
          is_demo: boolean
          minutes: number | null
          name: string
          opportunity_id: string | null
          priority: 'low' | 'medium' | 'high'
          restores_as: 'To Do' | 'In Progress' | null
          rrule: string | null
          shared_with: 'client' | 'household' | null
          stage_instance_id: string | null
          status: 'To Do' | 'In Progress' | 'Done' | 'Cancelled'
          type: 'todo' | 'call' | 'email' | 'whatsapp' | 'meeting'
          user_id: string | null
          version: number
        }
        Insert: {
          completed_at?: string | null
          contact_id?: string | null
          created_at?: string
          created_by?: string | null
          deleted_at?: string | null
          due_at?: string | null
          due_date?: string | null
          follows_id?: string | null
          id?: string
          is_demo?: boolean
          minutes?: number | null
          name: string
          opportunity_id?: string | null
          priority?: 'low' | 'medium' | 'high'
          restores_as?: 'To Do' | 'In Progress' | null
          rrule?: string | null
          shared_with?: 'client' | 'household' | null
          stage_instance_id?: string | null
          status?: 'To Do' | 'In Progress' | 'Done' | 'Cancelled'
          type?: 'todo' | 'call' | 'email' | 'whatsapp' | 'meeting'
          user_id?: string | null
          version?: number
        }
        Update: {
          completed_at?: string | null
          contact_id?: string | null
          created_at?: string
          created_by?: string | null
          deleted_at?: string | null
          due_at?: string | null
          due_date?: string | null
          follows_id?: string | null
          id?: string
          is_demo?: boolean
          minutes?: number | null
          name?: string
          opportunity_id?: string | null
          priority?: 'low' | 'medium' | 'high'
          restores_as?: 'To Do' | 'In Progress' | null
          rrule?: string | null
          shared_with?: 'client' | 'household' | null
          stage_instance_id?: string | null
          status?: 'To Do' | 'In Progress' | 'Done' | 'Cancelled'
          type?: 'todo' | 'call' | 'email' | 'whatsapp' | 'meeting'
          user_id?: string | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'tasks_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'tasks_follows_id_fkey'; columns: ['follows_id']; isOneToOne: true; referencedRelation: 'tasks'; referencedColumns: ['id'] }, { foreignKeyName: 'tasks_opportunity_id_fkey'; columns: ['opportunity_id']; isOneToOne: false; referencedRelation: 'opportunities'; referencedColumns: ['id'] }, { foreignKeyName: 'tasks_stage_instance_id_fkey'; columns: ['stage_instance_id']; isOneToOne: false; referencedRelation: 'process_stage_instances'; referencedColumns: ['id'] }]
      }
      tax_document_settings: {
        Row: {
          has_keys: boolean
          is_only: boolean
          issues_recorded: boolean
          tax_status: 'company' | 'licensed' | 'exempt'
          test_fault: string | null
          tested_at: string | null
          updated_by: string | null
          version: number
        }
        Insert: {
          has_keys?: boolean
          is_only?: boolean
          issues_recorded?: boolean
          tax_status?: 'company' | 'licensed' | 'exempt'
          test_fault?: string | null
          tested_at?: string | null
          updated_by?: string | null
          version?: number
        }
        Update: {
          has_keys?: boolean
          is_only?: boolean
          issues_recorded?: boolean
          tax_status?: 'company' | 'licensed' | 'exempt'
          test_fault?: string | null
          tested_at?: string | null
          updated_by?: string | null
          version?: number
        }
        Relationships: []
      }
      tax_documents: {
        Row: {
          alarmed_at: string | null
          allocation_entered_by: string | null
          allocation_number: string | null
          allocation_tries: number
          amount_agorot: number
          by_hand: boolean
          claimed_until: string | null
          completed_at: string | null
          contact_id: string
          corrects_id: string | null
          created_at: string
          document_on: string
          entered_by: string | null
          id: string
          is_demo: boolean
          is_stand_in: boolean
          issued_at: string | null
          kind: 'invoice_receipt' | 'receipt' | 'credit_note' | 'receipt_cancellation'
          last_detail: string | null
          last_fault: 'timeout' | 'unreachable' | 'redirected' | 'server_error' | 'busy' | 'malformed' | 'unauthorized' | 'refused' | 'gateway' | 'original_missing' | 'not_found' | null
          may_exist: boolean
          needs_allocation: boolean
          next_try_at: string | null
          number: string | null
          order_id: string | null
          payment_id: string
          provider: 'morning' | 'cardcom' | 'payplus' | 'manual' | null
          provider_id: string | null
          reference: string
          status: 'pending' | 'issued' | 'failed' | 'void'
          tries: number
          url: string | null
          vat_agorot: number
          vat_percent: number | null
          version: number
        }
        Insert: {
          alarmed_at?: string | null
          allocation_entered_by?: string | null
          allocation_number?: string | null
          allocation_tries?: number
          amount_agorot: number
          by_hand?: boolean
          claimed_until?: string | null
          completed_at?: string | null
          contact_id: string
          corrects_id?: string | null
          created_at?: string
          document_on: string
          entered_by?: string | null
          id?: string
          is_demo?: boolean
          is_stand_in?: boolean
          issued_at?: string | null
          kind: 'invoice_receipt' | 'receipt' | 'credit_note' | 'receipt_cancellation'
          last_detail?: string | null
          last_fault?: 'timeout' | 'unreachable' | 'redirected' | 'server_error' | 'busy' | 'malformed' | 'unauthorized' | 'refused' | 'gateway' | 'original_missing' | 'not_found' | null
          may_exist?: boolean
          needs_allocation?: boolean
          next_try_at?: string | null
          number?: string | null
          order_id?: string | null
          payment_id: string
          provider?: 'morning' | 'cardcom' | 'payplus' | 'manual' | null
          provider_id?: string | null
          reference?: string
          status?: 'pending' | 'issued' | 'failed' | 'void'
          tries?: number
          url?: string | null
          vat_agorot?: number
          vat_percent?: number | null
          version?: number
        }
        Update: {
          alarmed_at?: string | null
          allocation_entered_by?: string | null
          allocation_number?: string | null
          allocation_tries?: number
          amount_agorot?: number
          by_hand?: boolean
          claimed_until?: string | null
          completed_at?: string | null
          contact_id?: string
          corrects_id?: string | null
          created_at?: string
          document_on?: string
          entered_by?: string | null
          id?: string
          is_demo?: boolean
          is_stand_in?: boolean
          issued_at?: string | null
          kind?: 'invoice_receipt' | 'receipt' | 'credit_note' | 'receipt_cancellation'
          last_detail?: string | null
          last_fault?: 'timeout' | 'unreachable' | 'redirected' | 'server_error' | 'busy' | 'malformed' | 'unauthorized' | 'refused' | 'gateway' | 'original_missing' | 'not_found' | null
          may_exist?: boolean
          needs_allocation?: boolean
          next_try_at?: string | null
          number?: string | null
          order_id?: string | null
          payment_id?: string
          provider?: 'morning' | 'cardcom' | 'payplus' | 'manual' | null
          provider_id?: string | null
          reference?: string
          status?: 'pending' | 'issued' | 'failed' | 'void'
          tries?: number
          url?: string | null
          vat_agorot?: number
          vat_percent?: number | null
          version?: number
        }
        Relationships: [{ foreignKeyName: 'tax_documents_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'tax_documents_corrects_id_fkey'; columns: ['corrects_id']; isOneToOne: false; referencedRelation: 'tax_documents'; referencedColumns: ['id'] }, { foreignKeyName: 'tax_documents_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'tax_documents_payment_id_fkey'; columns: ['payment_id']; isOneToOne: true; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      team_rules: {
        Row: {
          id: boolean
          second_factor_required: boolean
          version: number
        }
        Insert: {
          id?: boolean
          second_factor_required?: boolean
          version?: number
        }
        Update: {
          id?: boolean
          second_factor_required?: boolean
          version?: number
        }
        Relationships: []
      }
      thread_messages: {
        Row: {
          author_id: string | null
          author_kind: 'client' | 'staff'
          body: string
          contact_id: string | null
          created_at: string
          id: string
          is_automatic: boolean
          is_demo: boolean
          thread_id: string
        }
        Insert: {
          author_id?: string | null
          author_kind?: 'client' | 'staff'
          body: string
          contact_id?: string | null
          created_at?: string
          id?: string
          is_automatic?: boolean
          is_demo?: boolean
          thread_id: string
        }
        Update: {
          author_id?: string | null
          author_kind?: 'client' | 'staff'
          body?: string
          contact_id?: string | null
          created_at?: string
          id?: string
          is_automatic?: boolean
          is_demo?: boolean
          thread_id?: string
        }
        Relationships: [{ foreignKeyName: 'thread_messages_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'thread_messages_thread_id_fkey'; columns: ['thread_id']; isOneToOne: false; referencedRelation: 'threads'; referencedColumns: ['id'] }]
      }
      thread_reads: {
        Row: {
          read_at: string
          thread_id: string
          user_id: string
        }
        Insert: {
          read_at: string
          thread_id: string
          user_id: string
        }
        Update: {
          read_at?: string
          thread_id?: string
          user_id?: string
        }
        Relationships: [{ foreignKeyName: 'thread_reads_thread_id_fkey'; columns: ['thread_id']; isOneToOne: false; referencedRelation: 'threads'; referencedColumns: ['id'] }]
      }
      threads: {
        Row: {
          contact_id: string
          created_at: string
          household_id: string | null
          id: string
          is_demo: boolean
          last_author: 'client' | 'staff' | null
          last_message_at: string | null
          settled_until: string | null
        }
        Insert: {
          contact_id: string
          created_at?: string
          household_id?: string | null
          id?: string
          is_demo?: boolean
          last_author?: 'client' | 'staff' | null
          last_message_at?: string | null
          settled_until?: string | null
        }
        Update: {
          contact_id?: string
          created_at?: string
          household_id?: string | null
          id?: string
          is_demo?: boolean
          last_author?: 'client' | 'staff' | null
          last_message_at?: string | null
          settled_until?: string | null
        }
        Relationships: [{ foreignKeyName: 'threads_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'threads_household_id_fkey'; columns: ['household_id']; isOneToOne: false; referencedRelation: 'households'; referencedColumns: ['id'] }]
      }
      time_off: {
        Row: {
          ends_at: string
          id: string
          is_public: boolean
          note: string
          starts_at: string
          user_id: string
          version: number
        }
        Insert: {
          ends_at: string
          id?: string
          is_public?: boolean
          note?: string
          starts_at: string
          user_id: string
          version?: number
        }
        Update: {
          ends_at?: string
          id?: string
          is_public?: boolean
          note?: string
          starts_at?: string
          user_id?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'time_off_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'booking_hosts'; referencedColumns: ['user_id'] }]
      }
      tracking_settings: {
        Row: {
          is_only: boolean
          pixel_id: string
          updated_at: string
        }
        Insert: {
          is_only?: boolean
          pixel_id: string
          updated_at?: string
        }
        Update: {
          is_only?: boolean
          pixel_id?: string
          updated_at?: string
        }
        Relationships: []
      }
      trust_figures: {
        Row: {
          id: string
          is_demo: boolean
          is_shown: boolean
          label: string
          measured_on: string
          position: number
          source: string
          value: string
          version: number
        }
        Insert: {
          id?: string
          is_demo?: boolean
          is_shown?: boolean
          label: string
          measured_on: string
          position?: number
          source: string
          value: string
          version?: number
        }
        Update: {
          id?: string
          is_demo?: boolean
          is_shown?: boolean
          label?: string
          measured_on?: string
          position?: number
          source?: string
          value?: string
          version?: number
        }
        Relationships: []
      }
      unsubscribe_reasons: {
        Row: {
          campaign_id: string | null
          created_at: string
          id: string
          link_hash: string
          reason: 'too_often' | 'not_relevant' | 'never_asked' | 'found_elsewhere' | 'other'
        }
        Insert: {
          campaign_id?: string | null
          created_at?: string
          id?: string
          link_hash: string
          reason: 'too_often' | 'not_relevant' | 'never_asked' | 'found_elsewhere' | 'other'
        }
        Update: {
          campaign_id?: string | null
          created_at?: string
          id?: string
          link_hash?: string
          reason?: 'too_often' | 'not_relevant' | 'never_asked' | 'found_elsewhere' | 'other'
        }
        Relationships: [{ foreignKeyName: 'unsubscribe_reasons_campaign_id_fkey'; columns: ['campaign_id']; isOneToOne: false; referencedRelation: 'campaigns'; referencedColumns: ['id'] }]
      }
      user_roles: {
        Row: {
          created_at: string
          is_active: boolean
          is_demo: boolean
          role: 'owner' | 'admin' | 'coach' | 'sales' | 'content' | 'client'
          user_id: string
          version: number
        }
        Insert: {
          created_at?: string
          is_active?: boolean
          is_demo?: boolean
          role: 'owner' | 'admin' | 'coach' | 'sales' | 'content' | 'client'
          user_id: string
          version?: number
        }
        Update: {
          created_at?: string
          is_active?: boolean
          is_demo?: boolean
          role?: 'owner' | 'admin' | 'coach' | 'sales' | 'content' | 'client'
          user_id?: string
          version?: number
        }
        Relationships: []
      }
      vat_rates: {
        Row: {
          percent: number
          valid_from: string
        }
        Insert: {
          percent: number
          valid_from: string
        }
        Update: {
          percent?: number
          valid_from?: string
        }
        Relationships: []
      }
      webinar_answers: {
        Row: {
          at: string
          choice: number | null
          interaction_id: string
          kind: 'clicked' | 'answered'
          registration_id: string
        }
        Insert: {
          at?: string
          choice?: number | null
          interaction_id: string
          kind: 'clicked' | 'answered'
          registration_id: string
        }
        Update: {
          at?: string
          choice?: number | null
          interaction_id?: string
          kind?: 'clicked' | 'answered'
          registration_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_answers_interaction_id_fkey'; columns: ['interaction_id']; isOneToOne: false; referencedRelation: 'webinar_interactions'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_answers_registration_id_fkey'; columns: ['registration_id']; isOneToOne: false; referencedRelation: 'webinar_registrations'; referencedColumns: ['id'] }]
      }
      webinar_interactions: {
        Row: {
          at_second: number | null
          body: string
          choices: Shape<'webinar_interactions.choices', string[]>
          created_at: string
          id: string
          is_demo: boolean
          kind: 'offer' | 'poll' | 'handout' | 'announcement'
          link: string | null
          open_seconds: number
          title: string
          webinar_id: string
        }
        Insert: {
          at_second?: number | null
          body?: string
          choices?: Readonly<Shape<'webinar_interactions.choices', string[]>>
          created_at?: string
          id?: string
          is_demo?: boolean
          kind: 'offer' | 'poll' | 'handout' | 'announcement'
          link?: string | null
          open_seconds?: number
          title: string
          webinar_id: string
        }
        Update: {
          at_second?: number | null
          body?: string
          choices?: Readonly<Shape<'webinar_interactions.choices', string[]>>
          created_at?: string
          id?: string
          is_demo?: boolean
          kind?: 'offer' | 'poll' | 'handout' | 'announcement'
          link?: string | null
          open_seconds?: number
          title?: string
          webinar_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_interactions_webinar_id_fkey'; columns: ['webinar_id']; isOneToOne: false; referencedRelation: 'webinars'; referencedColumns: ['id'] }]
      }
      webinar_invites: {
        Row: {
          contact_id: string | null
          created_at: string
          declined_at: string | null
          email: string | null
          invited_by: string
          registration_id: string | null
          token_hash: string
          used_at: string | null
          webinar_id: string
        }
        Insert: {
          contact_id?: string | null
          created_at?: string
          declined_at?: string | null
          email?: string | null
          invited_by: string
          registration_id?: string | null
          token_hash: string
          used_at?: string | null
          webinar_id: string
        }
        Update: {
          contact_id?: string | null
          created_at?: string
          declined_at?: string | null
          email?: string | null
          invited_by?: string
          registration_id?: string | null
          token_hash?: string
          used_at?: string | null
          webinar_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_invites_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_invites_registration_id_fkey'; columns: ['registration_id']; isOneToOne: false; referencedRelation: 'webinar_registrations'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_invites_webinar_id_fkey'; columns: ['webinar_id']; isOneToOne: false; referencedRelation: 'webinars'; referencedColumns: ['id'] }]
      }
      webinar_links: {
        Row: {
          created_at: string
          is_of_browser: boolean
          registration_id: string
          token_hash: string
        }
        Insert: {
          created_at?: string
          is_of_browser?: boolean
          registration_id: string
          token_hash: string
        }
        Update: {
          created_at?: string
          is_of_browser?: boolean
          registration_id?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_links_registration_id_fkey'; columns: ['registration_id']; isOneToOne: false; referencedRelation: 'webinar_registrations'; referencedColumns: ['id'] }]
      }
      webinar_messages: {
        Row: {
          answered_at: string | null
          author: string
          body: string
          created_at: string
          id: string
          is_demo: boolean
          is_rehearsal: boolean
          kind: 'chat' | 'question' | 'answer' | 'announcement'
          position_s: number
          registration_id: string | null
          reply_to: string | null
          session_id: string | null
          status: 'visible' | 'hidden'
          user_id: string | null
          visibility: 'all' | 'private'
          votes: number
          webinar_id: string
        }
        Insert: {
          answered_at?: string | null
          author: string
          body: string
          created_at?: string
          id?: string
          is_demo?: boolean
          is_rehearsal?: boolean
          kind: 'chat' | 'question' | 'answer' | 'announcement'
          position_s?: number
          registration_id?: string | null
          reply_to?: string | null
          session_id?: string | null
          status?: 'visible' | 'hidden'
          user_id?: string | null
          visibility?: 'all' | 'private'
          votes?: number
          webinar_id: string
        }
        Update: {
          answered_at?: string | null
          author?: string
          body?: string
          created_at?: string
          id?: string
          is_demo?: boolean
          is_rehearsal?: boolean
          kind?: 'chat' | 'question' | 'answer' | 'announcement'
          position_s?: number
          registration_id?: string | null
          reply_to?: string | null
          session_id?: string | null
          status?: 'visible' | 'hidden'
          user_id?: string | null
          visibility?: 'all' | 'private'
          votes?: number
          webinar_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_messages_registration_id_fkey'; columns: ['registration_id']; isOneToOne: false; referencedRelation: 'webinar_registrations'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_messages_reply_to_fkey'; columns: ['reply_to']; isOneToOne: false; referencedRelation: 'webinar_messages'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_messages_session_id_fkey'; columns: ['session_id']; isOneToOne: false; referencedRelation: 'webinar_sessions'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_messages_webinar_id_fkey'; columns: ['webinar_id']; isOneToOne: false; referencedRelation: 'webinars'; referencedColumns: ['id'] }]
      }
      webinar_muted_messages: {
        Row: {
          created_at: string
          rule_key: string
          webinar_id: string
        }
        Insert: {
          created_at?: string
          rule_key: string
          webinar_id: string
        }
        Update: {
          created_at?: string
          rule_key?: string
          webinar_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_muted_messages_rule_key_fkey'; columns: ['rule_key']; isOneToOne: false; referencedRelation: 'message_rules'; referencedColumns: ['key'] }, { foreignKeyName: 'webinar_muted_messages_webinar_id_fkey'; columns: ['webinar_id']; isOneToOne: false; referencedRelation: 'webinars'; referencedColumns: ['id'] }]
      }
      webinar_openings: {
        Row: {
          closes_at: string
          interaction_id: string
          opens_at: string
          session_id: string
        }
        Insert: {
          closes_at: string
          interaction_id: string
          opens_at: string
          session_id: string
        }
        Update: {
          closes_at?: string
          interaction_id?: string
          opens_at?: string
          session_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_openings_interaction_id_fkey'; columns: ['interaction_id']; isOneToOne: false; referencedRelation: 'webinar_interactions'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_openings_session_id_fkey'; columns: ['session_id']; isOneToOne: false; referencedRelation: 'webinar_sessions'; referencedColumns: ['id'] }]
      }
      webinar_peaks: {
        Row: {
          reached_at: string
          session_id: string
          viewers: number
        }
        Insert: {
          reached_at?: string
          session_id: string
          viewers: number
        }
        Update: {
          reached_at?: string
          session_id?: string
          viewers?: number
        }
        Relationships: [{ foreignKeyName: 'webinar_peaks_session_id_fkey'; columns: ['session_id']; isOneToOne: true; referencedRelation: 'webinar_sessions'; referencedColumns: ['id'] }]
      }
      webinar_reactions: {
        Row: {
          kind: 'heart' | 'agree' | 'bravo' | 'insight'
          reactions: number
          sent_at: string | null
          session_id: string
        }
        Insert: {
          kind: 'heart' | 'agree' | 'bravo' | 'insight'
          reactions?: number
          sent_at?: string | null
          session_id: string
        }
        Update: {
          kind?: 'heart' | 'agree' | 'bravo' | 'insight'
          reactions?: number
          sent_at?: string | null
          session_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_reactions_session_id_fkey'; columns: ['session_id']; isOneToOne: false; referencedRelation: 'webinar_sessions'; referencedColumns: ['id'] }]
      }
      webinar_registrations: {
        Row: {
          cancelled_at: string | null
          client_zone: string
          contact_id: string
          ejected_at: string | null
          email: string
          exit_answer: 'useful' | 'partly' | 'unsuited' | null
          ical_sequence: number
          id: string
          ip_trunc: string | null
          is_demo: boolean
          joined_at: string | null
          last_seen_at: string | null
          made_contact: boolean
          max_position: number
          moved_at: string | null
          muted_at: string | null
          name: string
          offer_clicked_at: string | null
          phone: string | null
          privacy_text_id: string | null
          reacted_at: string | null
          registered_at: string
          repeat_of: string | null
          returned_at: string | null
          seated_at: string | null
          session_id: string | null
          source_url: string | null
          state: 'waitlisted' | 'registered' | 'joined' | 'left_early' | 'stayed' | 'missed' | 'replay' | 'cancelled'
          user_agent: string | null
          utm: Shape<'webinar_registrations.utm', JsonObject>
          waitlisted_at: string | null
          watched: string
          watched_seconds: number
          webinar_id: string
          wish: string | null
        }
        Insert: {
          cancelled_at?: string | null
          client_zone?: string
          contact_id: string
          ejected_at?: string | null
          email: string
          exit_answer?: 'useful' | 'partly' | 'unsuited' | null
          ical_sequence?: number
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          joined_at?: string | null
          last_seen_at?: string | null
          made_contact?: boolean
          max_position?: number
          moved_at?: string | null
          muted_at?: string | null
          name: string
          offer_clicked_at?: string | null
          phone?: string | null
          privacy_text_id?: string | null
          reacted_at?: string | null
          registered_at?: string
          repeat_of?: string | null
          returned_at?: string | null
          seated_at?: string | null
          session_id?: string | null
          source_url?: string | null
          state?: 'waitlisted' | 'registered' | 'joined' | 'left_early' | 'stayed' | 'missed' | 'replay' | 'cancelled'
          user_agent?: string | null
          utm?: Shape<'webinar_registrations.utm', JsonObject>
          waitlisted_at?: string | null
          watched?: string
          watched_seconds?: number
          webinar_id: string
          wish?: string | null
        }
        Update: {
          cancelled_at?: string | null
          client_zone?: string
          contact_id?: string
          ejected_at?: string | null
          email?: string
          exit_answer?: 'useful' | 'partly' | 'unsuited' | null
          ical_sequence?: number
          id?: string
          ip_trunc?: string | null
          is_demo?: boolean
          joined_at?: string | null
          last_seen_at?: string | null
          made_contact?: boolean
          max_position?: number
          moved_at?: string | null
          muted_at?: string | null
          name?: string
          offer_clicked_at?: string | null
          phone?: string | null
          privacy_text_id?: string | null
          reacted_at?: string | null
          registered_at?: string
          repeat_of?: string | null
          returned_at?: string | null
          seated_at?: string | null
          session_id?: string | null
          source_url?: string | null
          state?: 'waitlisted' | 'registered' | 'joined' | 'left_early' | 'stayed' | 'missed' | 'replay' | 'cancelled'
          user_agent?: string | null
          utm?: Shape<'webinar_registrations.utm', JsonObject>
          waitlisted_at?: string | null
          watched?: string
          watched_seconds?: number
          webinar_id?: string
          wish?: string | null
        }
        Relationships: [{ foreignKeyName: 'webinar_registrations_contact_id_fkey'; columns: ['contact_id']; isOneToOne: false; referencedRelation: 'contacts'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_registrations_privacy_text_id_fkey'; columns: ['privacy_text_id']; isOneToOne: false; referencedRelation: 'consent_texts'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_registrations_repeat_of_fkey'; columns: ['repeat_of']; isOneToOne: false; referencedRelation: 'webinar_registrations'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_registrations_session_id_fkey'; columns: ['session_id']; isOneToOne: false; referencedRelation: 'webinar_sessions'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_registrations_webinar_id_fkey'; columns: ['webinar_id']; isOneToOne: false; referencedRelation: 'webinars'; referencedColumns: ['id'] }]
      }
      webinar_sessions: {
        Row: {
          cancel_reason: string | null
          cancelled_at: string | null
          capacity: number | null
          created_at: string
          ended_at: string | null
          host_id: string | null
          id: string
          is_demo: boolean
          lobby_opened_at: string | null
          moved_at: string | null
          rehearsal_at: string | null
          replay_until: string | null
          settled_at: string | null
          started_at: string | null
          starts_at: string
          status: 'scheduled' | 'lobby' | 'live' | 'ended' | 'replay' | 'closed' | 'cancelled'
          stream_down_at: string | null
          version: number
          webinar_id: string
        }
        Insert: {
          cancel_reason?: string | null
          cancelled_at?: string | null
          capacity?: number | null
          created_at?: string
          ended_at?: string | null
          host_id?: string | null
          id?: string
          is_demo?: boolean
          lobby_opened_at?: string | null
          moved_at?: string | null
          rehearsal_at?: string | null
          replay_until?: string | null
          settled_at?: string | null
          started_at?: string | null
          starts_at: string
          status?: 'scheduled' | 'lobby' | 'live' | 'ended' | 'replay' | 'closed' | 'cancelled'
          stream_down_at?: string | null
          version?: number
          webinar_id: string
        }
        Update: {
          cancel_reason?: string | null
          cancelled_at?: string | null
          capacity?: number | null
          created_at?: string
          ended_at?: string | null
          host_id?: string | null
          id?: string
          is_demo?: boolean
          lobby_opened_at?: string | null
          moved_at?: string | null
          rehearsal_at?: string | null
          replay_until?: string | null
          settled_at?: string | null
          started_at?: string | null
          starts_at?: string
          status?: 'scheduled' | 'lobby' | 'live' | 'ended' | 'replay' | 'closed' | 'cancelled'
          stream_down_at?: string | null
          version?: number
          webinar_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_sessions_webinar_id_fkey'; columns: ['webinar_id']; isOneToOne: false; referencedRelation: 'webinars'; referencedColumns: ['id'] }]
      }
      webinar_team: {
        Row: {
          created_at: string
          role: 'host' | 'moderator'
          user_id: string
          webinar_id: string
        }
        Insert: {
          created_at?: string
          role: 'host' | 'moderator'
          user_id: string
          webinar_id: string
        }
        Update: {
          created_at?: string
          role?: 'host' | 'moderator'
          user_id?: string
          webinar_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_team_webinar_id_fkey'; columns: ['webinar_id']; isOneToOne: false; referencedRelation: 'webinars'; referencedColumns: ['id'] }]
      }
      webinar_template_shares: {
        Row: {
          created_at: string
          created_by: string | null
          expires_at: string
          template_id: string
          token_hash: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          expires_at: string
          template_id: string
          token_hash: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          expires_at?: string
          template_id?: string
          token_hash?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_template_shares_template_id_fkey'; columns: ['template_id']; isOneToOne: false; referencedRelation: 'webinar_templates'; referencedColumns: ['id'] }]
      }
      webinar_template_versions: {
        Row: {
          created_at: string
          created_by: string | null
          definition: Shape<'webinar_template_versions.definition', Json>
          number: number
          template_id: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          definition: Shape<'webinar_template_versions.definition', Json>
          number: number
          template_id: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          definition?: Shape<'webinar_template_versions.definition', Json>
          number?: number
          template_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_template_versions_template_id_fkey'; columns: ['template_id']; isOneToOne: false; referencedRelation: 'webinar_templates'; referencedColumns: ['id'] }]
      }
      webinar_templates: {
        Row: {
          about: string
          definition: Shape<'webinar_templates.definition', JsonObject>
          id: string
          is_demo: boolean
          is_system: boolean
          name: string
          number: number
          updated_at: string
          version: number
        }
        Insert: {
          about?: string
          definition: Shape<'webinar_templates.definition', JsonObject>
          id?: string
          is_demo?: boolean
          is_system?: boolean
          name: string
          number?: number
          updated_at?: string
          version?: number
        }
        Update: {
          about?: string
          definition?: Shape<'webinar_templates.definition', JsonObject>
          id?: string
          is_demo?: boolean
          is_system?: boolean
          name?: string
          number?: number
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      webinar_views: {
        Row: {
          id: string
          kind: 'live' | 'sim' | 'replay'
          last_at: string
          last_position: number
          last_seq: number
          registration_id: string
          started_at: string
          watched: string
        }
        Insert: {
          id: string
          kind: 'live' | 'sim' | 'replay'
          last_at?: string
          last_position?: number
          last_seq?: number
          registration_id: string
          started_at?: string
          watched?: string
        }
        Update: {
          id?: string
          kind?: 'live' | 'sim' | 'replay'
          last_at?: string
          last_position?: number
          last_seq?: number
          registration_id?: string
          started_at?: string
          watched?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_views_registration_id_fkey'; columns: ['registration_id']; isOneToOne: false; referencedRelation: 'webinar_registrations'; referencedColumns: ['id'] }]
      }
      webinar_votes: {
        Row: {
          message_id: string
          registration_id: string
        }
        Insert: {
          message_id: string
          registration_id: string
        }
        Update: {
          message_id?: string
          registration_id?: string
        }
        Relationships: [{ foreignKeyName: 'webinar_votes_message_id_fkey'; columns: ['message_id']; isOneToOne: false; referencedRelation: 'webinar_messages'; referencedColumns: ['id'] }, { foreignKeyName: 'webinar_votes_registration_id_fkey'; columns: ['registration_id']; isOneToOne: false; referencedRelation: 'webinar_registrations'; referencedColumns: ['id'] }]
      }
      webinars: {
        Row: {
          captions_url: string | null
          chapters: Shape<'webinars.chapters', unknown[]>
          created_at: string
          duration_minutes: number
          id: string
          is_demo: boolean
          just_in_time_from: string | null
          just_in_time_seats: number | null
          just_in_time_until: string | null
          kind: 'live' | 'automated' | 'on_demand'
          lobby_minutes: number
          offer_product_id: string | null
          page_path: string | null
          presenter: string
          presenter_about: string
          recap: string
          recording: Shape<'webinars.recording', Json> | null
          replay_enabled: boolean
          replay_hours: number
          slug: string
          status: 'draft' | 'published' | 'archived'
          stream: Shape<'webinars.stream', Json> | null
          subtitle: string
          takeaways: Shape<'webinars.takeaways', string[]>
          template_id: string | null
          template_number: number | null
          thank_you_video: Shape<'webinars.thank_you_video', Json> | null
          title: string
          updated_at: string
          version: number
        }
        Insert: {
          captions_url?: string | null
          chapters?: Shape<'webinars.chapters', unknown[]>
          created_at?: string
          duration_minutes?: number
          id?: string
          is_demo?: boolean
          just_in_time_from?: string | null
          just_in_time_seats?: number | null
          just_in_time_until?: string | null
          kind?: 'live' | 'automated' | 'on_demand'
          lobby_minutes?: number
          offer_product_id?: string | null
          page_path?: string | null
          presenter?: string
          presenter_about?: string
          recap?: string
          recording?: Shape<'webinars.recording', Json> | null
          replay_enabled?: boolean
          replay_hours?: number
          slug: string
          status?: 'draft' | 'published' | 'archived'
          stream?: Shape<'webinars.stream', Json> | null
          subtitle?: string
          takeaways?: Readonly<Shape<'webinars.takeaways', string[]>>
          template_id?: string | null
          template_number?: number | null
          thank_you_video?: Shape<'webinars.thank_you_video', Json> | null
          title: string
          updated_at?: string
          version?: number
        }
        Update: {
          captions_url?: string | null
          chapters?: Shape<'webinars.chapters', unknown[]>
          created_at?: string
          duration_minutes?: number
          id?: string
          is_demo?: boolean
          just_in_time_from?: string | null
          just_in_time_seats?: number | null
          just_in_time_until?: string | null
          kind?: 'live' | 'automated' | 'on_demand'
          lobby_minutes?: number
          offer_product_id?: string | null
          page_path?: string | null
          presenter?: string
          presenter_about?: string
          recap?: string
          recording?: Shape<'webinars.recording', Json> | null
          replay_enabled?: boolean
          replay_hours?: number
          slug?: string
          status?: 'draft' | 'published' | 'archived'
          stream?: Shape<'webinars.stream', Json> | null
          subtitle?: string
          takeaways?: Readonly<Shape<'webinars.takeaways', string[]>>
          template_id?: string | null
          template_number?: number | null
          thank_you_video?: Shape<'webinars.thank_you_video', Json> | null
          title?: string
          updated_at?: string
          version?: number
        }
        Relationships: [{ foreignKeyName: 'webinar_of_template'; columns: ['template_id']; isOneToOne: false; referencedRelation: 'webinar_templates'; referencedColumns: ['id'] }, { foreignKeyName: 'webinars_offer_product_id_fkey'; columns: ['offer_product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
    }
    Views: {
      bin: {
        Row: {
          along: number | null
          contact_id: string | null
          deleted_at: string | null
          entity: Shape<'bin.entity', string> | null
          id: string | null
          name: Shape<'bin.name', string> | null
        }
        Relationships: []
      }
      campaign_people: {
        Row: {
          campaign_id: string
          contact_id: string
          email: Shape<'campaign_people.email', string> | null
          full_name: Shape<'campaign_people.full_name', string>
          outcome: Shape<'campaign_people.outcome', string>
          reason: Shape<'campaign_people.reason', string> | null
          sent_at: string | null
          waits_until: string | null
        }
        Relationships: []
      }
      contact_timeline: {
        Row: {
          actor_id: string | null
          actor_kind: Shape<'contact_timeline.actor_kind', string>
          contact_id: string
          happened_at: string
          id: string
          kind: Shape<'contact_timeline.kind', string>
          opportunity_id: string | null
          payload: Shape<'contact_timeline.payload', Json>
          pinned_at: string | null
          related_id: string | null
          related_type: Shape<'contact_timeline.related_type', string> | null
          title_cache: Shape<'contact_timeline.title_cache', string>
          type: Shape<'contact_timeline.type', string>
          version: number
          words: Shape<'contact_timeline.words', string>
        }
        Relationships: []
      }
      current_consent_texts: {
        Row: {
          he_text: Shape<'current_consent_texts.he_text', string>
          id: string
          kind: Shape<'current_consent_texts.kind', string>
          valid_from: string
          version: number
        }
        Relationships: []
      }
      current_consents: {
        Row: {
          action: Shape<'current_consents.action', string> | null
          at: string | null
          channel: Shape<'current_consents.channel', string> | null
          contact_id: string | null
          purpose: Shape<'current_consents.purpose', string> | null
          text_version_id: string | null
          value_norm: Shape<'current_consents.value_norm', string> | null
        }
        Relationships: []
      }
      message_log: {
        Row: {
          address: Shape<'message_log.address', string> | null
          bounced_at: string | null
          channel: Shape<'message_log.channel', string>
          complained_at: string | null
          contact_id: string | null
          context_id: string
          context_label: Shape<'message_log.context_label', string> | null
          context_type: Shape<'message_log.context_type', string>
          created_at: string
          delivered_at: string | null
          error: Shape<'message_log.error', string> | null
          expires_at: string | null
          full_name: Shape<'message_log.full_name', string> | null
          id: string
          is_replaced: boolean
          mailed_because: Shape<'message_log.mailed_because', string> | null
          outcome: Shape<'message_log.outcome', string>
          planned_at: string
          purpose: Shape<'message_log.purpose', string>
          rule_key: Shape<'message_log.rule_key', string> | null
          rule_name: Shape<'message_log.rule_name', string> | null
          run_id: string | null
          search_text: Shape<'message_log.search_text', string>
          send_at: string
          sent_at: string | null
          skip_reason: Shape<'message_log.skip_reason', string> | null
          status: Shape<'message_log.status', string>
          subject: Shape<'message_log.subject', string> | null
          waits: Shape<'message_log.waits', Json>
          waits_because: Shape<'message_log.waits_because', string> | null
          written_at: string | null
        }
        Relationships: []
      }
      published_posts: {
        Row: {
          author_name: Shape<'published_posts.author_name', string> | null
          category_id: string | null
          category_name: Shape<'published_posts.category_name', string> | null
          category_slug: Shape<'published_posts.category_slug', string> | null
          cover: Shape<'published_posts.cover', Json> | null
          cover_alt: Shape<'published_posts.cover_alt', string>
          cover_art: Shape<'published_posts.cover_art', string>
          excerpt: Shape<'published_posts.excerpt', string>
          featured: boolean
          id: string
          published_at: string
          reading_min: number
          saved_at: string
          search: Shape<'published_posts.search', string>
          slug: Shape<'published_posts.slug', string>
          tags: Shape<'published_posts.tags', string[]>
          title: Shape<'published_posts.title', string>
        }
        Relationships: []
      }
      shown_pictures: {
        Row: {
          file_id: string
          focal_x: number
          focal_y: number
          format: Shape<'shown_pictures.format', string>
          height: number
          id: string
          width: number
        }
        Relationships: []
      }
      site_pages: {
        Row: {
          is_own: boolean
          label: Shape<'site_pages.label', string>
          layout: Shape<'site_pages.layout', string>
          newest_at: string
          newest_by: string | null
          newest_id: string
          newest_is_planted: boolean
          path: Shape<'site_pages.path', string>
          position: number
          publish_at: string | null
          published_at: string | null
          published_by: string | null
          published_version_id: string | null
          scheduled_version_id: string | null
          version: number
        }
        Relationships: []
      }
    }
    Functions: {
      accept_earlier_hour: {
        Args: { root: string; token: string }
        Returns: undefined
      }
      accept_linked_appointment: {
        Args: { appointment: string; attendee: string }
        Returns: undefined
      }
      add_contact: {
        Args: { email?: string | null; first_name: string; last_name?: string | null; phone?: string | null; source?: string | null }
        Returns: Tables<'contacts'>
        SetofOptions: { from: '*'; to: 'contacts'; isOneToOne: true; isSetofReturn: false }
      }
      add_invitation_link: {
        Args: { hash: string; invitation: string }
        Returns: { contact_id: string | null; first_name: Shape<'add_invitation_link.first_name', string> | null; seconds_left: number | null }[]
      }
      add_linked_attendee: {
        Args: { address: string; appointment: string; kind: string; who: string }
        Returns: undefined
      }
      add_pipeline: {
        Args: { name: string }
        Returns: string
      }
      add_plan: {
        Args: { contact: string; id?: string; parts: Json; product?: string | null; title: string }
        Returns: string | null
      }
      add_schedule: {
        Args: { host: string; hours_of: string; schedule_name: string; schedule_zone: string }
        Returns: string
      }
      add_tasks_of_note: {
        Args: { note: string; seen: number }
        Returns: number
      }
      address_hash: {
        Args: { address: string }
        Returns: string | null
      }
      advance_webinar_sessions: {
        Args: { at?: string }
        Returns: number
      }
      advertising_block_reason: {
        Args: { address: string; channel?: string; contact: string }
        Returns: string | null
      }
      analyze_campaigns: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      answer_launch_comment: {
        Args: { body: string; comment: string }
        Returns: undefined
      }
      answer_webinar_question: {
        Args: { body: string; question: string }
        Returns: string
      }
      answered_message: {
        Args: { outbox: readonly string[]; sender: string }
        Returns: { contact_id: string | null; context_id: string | null; context_type: Shape<'answered_message.context_type', string> | null }[]
      }
      any_or_none: {
        Args: { given: readonly string[]; has_nothing: string; has_one: string; or_none: boolean }
        Returns: string | null
      }
      apply_calendar_change: {
        Args: { ends: string; host: string; is_deleted: boolean; root: string; starts: string }
        Returns: string
      }
      appointment_message_facts: {
        Args: { address: string; appointment: string; contact: string }
        Returns: { booked_by: Shape<'appointment_message_facts.booked_by', string> | null; client_zone: Shape<'appointment_message_facts.client_zone', string>; ends_at: string; has_preparation: boolean; host_name: Shape<'appointment_message_facts.host_name', string> | null; host_phone: Shape<'appointment_message_facts.host_phone', string> | null; ical_sequence: number; join_url: Shape<'appointment_message_facts.join_url', string> | null; location_kind: Shape<'appointment_message_facts.location_kind', string>; location_value: Shape<'appointment_message_facts.location_value', string>; name: Shape<'appointment_message_facts.name', string>; old_starts_at: string | null; policy: Shape<'appointment_message_facts.policy', string> | null; reason: Shape<'appointment_message_facts.reason', string> | null; role: Shape<'appointment_message_facts.role', string>; root_id: string; starts_at: string; status: Shape<'appointment_message_facts.status', string>; title: Shape<'appointment_message_facts.title', string>; type_path: Shape<'appointment_message_facts.type_path', string> | null }[]
      }
      appointments_of_address: {
        Args: { address: string }
        Returns: { client_zone: Shape<'appointments_of_address.client_zone', string> | null; name: Shape<'appointments_of_address.name', string> | null; role: Shape<'appointments_of_address.role', string> | null; root_id: string | null; starts_at: string | null; title: Shape<'appointments_of_address.title', string> | null }[]
      }
      approved_reviews: {
        Args: Record<PropertyKey, never>
        Returns: { about: Shape<'approved_reviews.about', string> | null; approved_at: string; body: Shape<'approved_reviews.body', string>; id: string; is_featured: boolean; photo_id: string | null; rating: number | null; reply: Shape<'approved_reviews.reply', string> | null; shown_name: Shape<'approved_reviews.shown_name', string>; source: Shape<'approved_reviews.source', string>; tags: Shape<'approved_reviews.tags', string[]>; verified_by: Shape<'approved_reviews.verified_by', string> | null }[]
      }
      archive_message_template: {
        Args: { is_archived: boolean; template: string }
        Returns: Tables<'message_templates'>
        SetofOptions: { from: '*'; to: 'message_templates'; isOneToOne: true; isSetofReturn: false }
      }
      ask_for_allocation: {
        Args: { document: string }
        Returns: undefined
      }
      ask_for_launch_content: {
        Args: { content: string; participant: string }
        Returns: boolean | null
      }
      ask_for_signatures: {
        Args: { document: string; hash: string; signers: readonly string[] }
        Returns: undefined
      }
      audience_of: {
        Args: { lists: readonly string[]; segments?: Json; stages: readonly string[] }
        Returns: { contact_id: string | null; email: Shape<'audience_of.email', string> | null; excluded: Shape<'audience_of.excluded', string> | null }[]
      }
      automation_figures: {
        Args: Record<PropertyKey, never>
        Returns: { automation_id: string; exit_reason: Shape<'automation_figures.exit_reason', string> | null; last_error: Shape<'automation_figures.last_error', string> | null; runs: number; status: Shape<'automation_figures.status', string> }[]
      }
      automation_step_figures: {
        Args: { automation: string }
        Returns: { outcome: Shape<'automation_step_figures.outcome', string>; reason: Shape<'automation_step_figures.reason', string> | null; runs: number; step_id: Shape<'automation_step_figures.step_id', string> }[]
      }
      backup_is_late: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      backup_state: {
        Args: Record<PropertyKey, never>
        Returns: { backup: Shape<'backup_state.backup', string>; rehearsal: Shape<'backup_state.rehearsal', string> }
      }
      bind_stage_document: {
        Args: { document: string; file: string; instance: string }
        Returns: undefined
      }
      bio_changes_at: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      board_cards: {
        Args: { after?: string | null; filter?: Partial<Database['public']['CompositeTypes']['opportunity_filter']> | null; ids?: readonly string[] | null; page?: number; pipeline: string; stage?: string | null }
        Returns: Tables<'opportunities'>[]
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: false; isSetofReturn: true }
      }
      board_totals: {
        Args: { filter?: Partial<Database['public']['CompositeTypes']['opportunity_filter']> | null; pipeline: string }
        Returns: { cards: number; stage_id: string; sum_agorot: number; weighted_agorot: number }[]
      }
      book_for_contact: {
        Args: { contact: string; is_silent?: boolean; minutes: number; opportunity?: string | null; partner_email?: string | null; partner_name?: string | null; starts: readonly string[]; type: string }
        Returns: string[]
      }
      book_from_my_package: {
        Args: { package: string; token: string }
        Returns: string
      }
      booking_addresses: {
        Args: Record<PropertyKey, never>
        Returns: { description: Shape<'booking_addresses.description', string>; headline: Shape<'booking_addresses.headline', string>; host_name: Shape<'booking_addresses.host_name', string>; host_slug: Shape<'booking_addresses.host_slug', string>; title: Shape<'booking_addresses.title', string>; type_slug: Shape<'booking_addresses.type_slug', string> }[]
      }
      booking_links_of: {
        Args: { type: string }
        Returns: { contact_id: string | null; contact_name: Shape<'booking_links_of.contact_name', string> | null; created_at: string; expires_at: string | null; id: string; revoked_at: string | null; state: Shape<'booking_links_of.state', string>; used_at: string | null }[]
      }
      booking_page: {
        Args: { address: string }
        Returns: Shape<'booking_page', Json>
      }
      budget_member: {
        Args: Record<PropertyKey, never>
        Returns: { contact_id: string; household_id: string | null }[]
      }
      bulk_change_contacts: {
        Args: { change: Json; selection: Json }
        Returns: Shape<'bulk_change_contacts', Json>
      }
      bulk_change_opportunities: {
        Args: { change: Json; ids: readonly string[] }
        Returns: Shape<'bulk_change_opportunities', Json>
      }
      bulk_set: {
        Args: { columns: Json; entity: string; ids: readonly string[] }
        Returns: Shape<'bulk_set', Json>
      }
      business_owner_id: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      calendar_feed: {
        Args: { token: string }
        Returns: Shape<'calendar_feed', Json>
      }
      call_booking_path: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      campaign_outcomes: {
        Args: { campaign: string }
        Returns: { outcome: Shape<'campaign_outcomes.outcome', string>; people: number; reason: Shape<'campaign_outcomes.reason', string> | null; waits_until: string | null }[]
      }
      campaign_results: {
        Args: { campaign: string }
        Returns: { bought: number; clicks: number | null; paid_agorot: number; removed: number; talked: number }[]
      }
      cancel_appointment: {
        Args: { appointment: string; seen_version: number; why: string }
        Returns: undefined
      }
      cancel_group_appointments: {
        Args: { appointment: string; seen_version: number; why: string }
        Returns: undefined
      }
      cancel_linked_appointment: {
        Args: { appointment: string; why: string }
        Returns: undefined
      }
      cancel_series: {
        Args: { appointment: string; seen_version: number; why: string }
        Returns: undefined
      }
      cancellation_receipt: {
        Args: { receipt: string }
        Returns: { is_mailed: boolean; masked_email: Shape<'cancellation_receipt.masked_email', string>; received_at: string; ticket_number: Shape<'cancellation_receipt.ticket_number', string> }[]
      }
      cancelled_appointments: {
        Args: { address: string; appointment: string; contact: string }
        Returns: { ends_at: string | null; ical_sequence: number | null; root_id: string | null; starts_at: string | null }[]
      }
      change_member_role: {
        Args: { member: string; new_role: string }
        Returns: undefined
      }
      change_post_slug: {
        Args: { post: string; seen_version: number; slug: string }
        Returns: number
      }
      change_tasks: {
        Args: { changes: Json }
        Returns: Tables<'tasks'>[]
        SetofOptions: { from: '*'; to: 'tasks'; isOneToOne: false; isSetofReturn: true }
      }
      choose_gateway: {
        Args: { chosen: string }
        Returns: undefined
      }
      clear_backup_alarm: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      client_invitation_of: {
        Args: { contact: string }
        Returns: { accepted_at: string | null; email: Shape<'client_invitation_of.email', string>; expires_at: string; id: string; opened_at: string | null; requested_at: string | null; resent_count: number; revoked_at: string | null; sent_at: string | null; state: Shape<'client_invitation_of.state', string> }[]
      }
      client_invitation_state: {
        Args: { expires_at: string; status: string }
        Returns: string | null
      }
      client_metrics: {
        Args: { contact: string }
        Returns: { ended_at: string | null; every: Shape<'client_metrics.every', string>; id: string; last_on: string | null; missing: number; name: Shape<'client_metrics.name', string>; reported: number; shared_with: Shape<'client_metrics.shared_with', string>; starts_on: string; unit: Shape<'client_metrics.unit', string>; version: number }[]
      }
      clients_in_process: {
        Args: Record<PropertyKey, never>
        Returns: { coach_id: string | null; contact_id: string; contact_name: Shape<'clients_in_process.contact_name', string>; due_on: string | null; has_account: boolean; household_name: Shape<'clients_in_process.household_name', string> | null; last_activity_at: string | null; late_tasks: number; missing_documents: number; open_tasks: number; opened_at: string | null; process_id: string; received_documents: number; stage_instance_id: string | null; stage_name: Shape<'clients_in_process.stage_name', string> | null; stage_order: number | null; stage_status: Shape<'clients_in_process.stage_status', string> | null; template_name: Shape<'clients_in_process.template_name', string> }[]
      }
      clone_launch: {
        Args: { days: number; launch: string; title: string }
        Returns: string
      }
      close_post_preview: {
        Args: { post: string }
        Returns: undefined
      }
      compare_pages: {
        Args: { seen?: string | null; shares: Json }
        Returns: string | null
      }
      comparison_report: {
        Args: { comparison: string }
        Returns: { answered: number; contacts: number; key: Shape<'comparison_report.key', string>; newsletters: number; signups: number; views: number; visitors: number; weight: number }[]
      }
      contact_as_found: {
        Args: { who: string }
        Returns: Shape<'contact_as_found', Json>
      }
      contact_condition: {
        Args: { condition: Json }
        Returns: string | null
      }
      contact_filter: {
        Args: { filter: Json }
        Returns: string | null
      }
      count_all_contacts: {
        Args: Record<PropertyKey, never>
        Returns: number | null
      }
      count_audience: {
        Args: { lists: readonly string[]; segments?: Json; stages: readonly string[] }
        Returns: { excluded: Shape<'count_audience.excluded', string> | null; people: number }[]
      }
      count_bio_click: {
        Args: { link: string; source: string }
        Returns: undefined
      }
      count_contacts: {
        Args: { filter?: Json }
        Returns: number
      }
      count_not_found: {
        Args: { seen: Json }
        Returns: undefined
      }
      count_redirect_hits: {
        Args: { seen: Json }
        Returns: undefined
      }
      coupon_figures: {
        Args: Record<PropertyKey, never>
        Returns: { coupon_id: string; discount_agorot: number; uses: number }[]
      }
      create_calendar_feed: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      decide_appointment: {
        Args: { appointment: string; is_accepted: boolean; seen_version: number; why?: string }
        Returns: undefined
      }
      decide_pair: {
        Args: { is_dismissed: boolean; one: string; other: string }
        Returns: undefined
      }
      decide_stage_document: {
        Args: { file: string; reason: string; seen: number; to_status: string }
        Returns: undefined
      }
      delete_for_good: {
        Args: { things: Json }
        Returns: number | null
      }
      delete_imported_consents: {
        Args: { import: string; people: readonly string[] }
        Returns: undefined
      }
      delete_post: {
        Args: { post: string; seen_version: number }
        Returns: number
      }
      delete_stage: {
        Args: { destination: string | null; expected_version: number; stage: string }
        Returns: number
      }
      delete_tag: {
        Args: { tag: string }
        Returns: Shape<'delete_tag', Json>
      }
      derive_idle_clients: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      digest_recipients: {
        Args: Record<PropertyKey, never>
        Returns: { email: Shape<'digest_recipients.email', string> | null; last_day: string | null; user_id: string | null; zone: Shape<'digest_recipients.zone', string> | null }[]
      }
      draft_process_template: {
        Args: { template?: string | null }
        Returns: string
      }
      due_ageing: {
        Args: Record<PropertyKey, never>
        Returns: { bucket: Shape<'due_ageing.bucket', string>; charges: number; contacts: number; left_agorot: number }[]
      }
      due_charges: {
        Args: Record<PropertyKey, never>
        Returns: Database['public']['CompositeTypes']['due_charge'][]
      }
      duplicate_webinar: {
        Args: { slug: string; title: string; webinar: string }
        Returns: string
      }
      emit_abandoned_checkouts: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      emit_enrolment: {
        Args: { automation: string; contact: string; type: string }
        Returns: undefined
      }
      emit_idle_clients: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      emit_late_stages: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      emit_list_joins: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      emit_overdue_tasks: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      emit_reached_date: {
        Args: { automation: string; contact: string; moment: string }
        Returns: undefined
      }
      emit_rotting_opportunities: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      empty_bin: {
        Args: { at_most?: number }
        Returns: number | null
      }
      end_comparison: {
        Args: { seen: string }
        Returns: undefined
      }
      end_stalled_messages: {
        Args: { has_whatsapp: boolean }
        Returns: undefined
      }
      enrol_contacts: {
        Args: { automation: string; contacts: readonly string[] }
        Returns: number
      }
      ensure_event_cursor: {
        Args: { subscriber: string }
        Returns: undefined
      }
      enter_allocation_number: {
        Args: { allocation_number: string; document: string }
        Returns: undefined
      }
      enter_tax_document: {
        Args: { allocation_number?: string | null; document: string; number: string; url?: string | null }
        Returns: undefined
      }
      enter_webinar: {
        Args: { token: string; viewers: Json }
        Returns: { registration_id: string | null; room: Shape<'enter_webinar.room', Json> | null; session_id: string | null; state: Shape<'enter_webinar.state', string> | null }[]
      }
      enter_webinars: {
        Args: { tokens: readonly string[]; viewers: Json }
        Returns: { n: number; registration_id: string; room: Shape<'enter_webinars.room', Json> | null; session_id: string | null; state: Shape<'enter_webinars.state', string> }[]
      }
      exported_ids: {
        Args: { but?: readonly string[]; chosen?: readonly string[] | null; filter: Json; sort: string }
        Returns: string[]
      }
      extend_launch_participant: {
        Args: { participant: string; reason: string; until: string }
        Returns: undefined
      }
      failing_steps: {
        Args: Record<PropertyKey, never>
        Returns: { automation_id: string; failures: number; kind: Shape<'failing_steps.kind', string>; last_error: Shape<'failing_steps.last_error', string> | null; name: Shape<'failing_steps.name', string>; step_id: Shape<'failing_steps.step_id', string> }[]
      }
      field_options_fit: {
        Args: { options: Json; type: string }
        Returns: boolean | null
      }
      field_uses: {
        Args: { field_id: string }
        Returns: number | null
      }
      file_id_of: {
        Args: { key: string }
        Returns: string | null
      }
      filtered_appointments: {
        Args: { filter: Partial<Database['public']['CompositeTypes']['appointment_filter']> }
        Returns: Tables<'appointments'>[]
        SetofOptions: { from: '*'; to: 'appointments'; isOneToOne: false; isSetofReturn: true }
      }
      filtered_opportunities: {
        Args: { filter: Partial<Database['public']['CompositeTypes']['opportunity_filter']>; pipeline: string }
        Returns: Tables<'opportunities'>[]
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: false; isSetofReturn: true }
      }
      filtered_orders: {
        Args: { filter: Partial<Database['public']['CompositeTypes']['order_filter']> }
        Returns: Tables<'orders'>[]
        SetofOptions: { from: '*'; to: 'orders'; isOneToOne: false; isSetofReturn: true }
      }
      find_posts: {
        Args: { category: string | null; skipped: number; tag: string | null; wanted: number; words: readonly string[] }
        Returns: Shape<'find_posts', Json>
      }
      finish_linked_task: {
        Args: { task: string }
        Returns: undefined
      }
      finish_undoing: {
        Args: { import: string }
        Returns: undefined
      }
      first_unread_message: {
        Args: { contact: string; thread: string }
        Returns: string | null
      }
      follow_up_webinar: {
        Args: { name: string; segment: string; session: string | null; webinar: string }
        Returns: Shape<'follow_up_webinar', Json>
      }
      forget_browser: {
        Args: { id: string }
        Returns: undefined
      }
      forget_imports: {
        Args: Record<PropertyKey, never>
        Returns: number | null
      }
      forget_in_audit_log: {
        Args: { person: string }
        Returns: number | null
      }
      forget_person: {
        Args: { expected_version: number; person: string }
        Returns: undefined
      }
      forget_system_checks: {
        Args: { kinds: readonly string[] }
        Returns: undefined
      }
      form_answer_counts: {
        Args: { counted: readonly string[]; form: string; from_day: string; ranked: readonly string[]; to_day: string }
        Returns: { amounts: Shape<'form_answer_counts.amounts', Json>; answered: number; field_key: Shape<'form_answer_counts.field_key', string> }[]
      }
      form_figures: {
        Args: Record<PropertyKey, never>
        Returns: { form_id: string; last_at: string | null; starts: number; submissions: number; views: number }[]
      }
      form_link_state: {
        Args: { appointment: string; expires_at: string; is_single_use: boolean; revoked_at: string; used_at: string }
        Returns: string | null
      }
      form_links_of: {
        Args: { contact: string }
        Returns: { created_at: string; expires_at: string | null; form_title: Shape<'form_links_of.form_title', string>; id: string; revoked_at: string | null; state: Shape<'form_links_of.state', string>; used_at: string | null }[]
      }
      form_progress: {
        Args: { form: string; from_day: string; to_day: string }
        Returns: { median_seconds: number | null; starts: number; stopped: Shape<'form_progress.stopped', Json>; submissions: number }[]
      }
      form_question_times: {
        Args: { form: string; from_day: string; to_day: string }
        Returns: { field_key: Shape<'form_question_times.field_key', string>; measured: number; median_seconds: number }[]
      }
      found_contact_ids: {
        Args: { at_most: number; words: string }
        Returns: { id: string | null; rank: number | null }[]
      }
      found_note_ids: {
        Args: { at_most: number; words: string }
        Returns: string[]
      }
      full_groups: {
        Args: { type: string }
        Returns: { ends_at: string; id: string; starts_at: string }[]
      }
      get_public_business_profile: {
        Args: Record<PropertyKey, never>
        Returns: { accessibility_coordinator: Shape<'get_public_business_profile.accessibility_coordinator', string> | null; accessibility_email: Shape<'get_public_business_profile.accessibility_email', string> | null; address: Shape<'get_public_business_profile.address', string> | null; brand_colors: Shape<'get_public_business_profile.brand_colors', Json> | null; business_name: Shape<'get_public_business_profile.business_name', string>; coach_name: Shape<'get_public_business_profile.coach_name', string> | null; company_number: Shape<'get_public_business_profile.company_number', string> | null; email: Shape<'get_public_business_profile.email', string> | null; hours: Shape<'get_public_business_profile.hours', string> | null; is_published: boolean; legal_name: Shape<'get_public_business_profile.legal_name', string> | null; login_url: Shape<'get_public_business_profile.login_url', string> | null; logo_dark_url: Shape<'get_public_business_profile.logo_dark_url', string> | null; logo_light_url: Shape<'get_public_business_profile.logo_light_url', string> | null; logo_url: Shape<'get_public_business_profile.logo_url', string> | null; mobile: Shape<'get_public_business_profile.mobile', string> | null; phone: Shape<'get_public_business_profile.phone', string> | null; privacy_email: Shape<'get_public_business_profile.privacy_email', string> | null; product_name: Shape<'get_public_business_profile.product_name', string> | null; profile_image_url: Shape<'get_public_business_profile.profile_image_url', string> | null; socials: Shape<'get_public_business_profile.socials', Json>; updated_at: string }[]
      }
      give_post_slug: {
        Args: { exact: boolean; post: string; wanted: string }
        Returns: undefined
      }
      hand_over: {
        Args: { contacts_to?: string | null; leaves: boolean; member: string; opportunities_to?: string | null; processes_to?: string | null; tasks_to?: string | null }
        Returns: string
      }
      has_role: {
        Args: { roles: readonly string[] }
        Returns: boolean | null
      }
      hash_as_found: {
        Args: { found: Json }
        Returns: string | null
      }
      he_norm: {
        Args: { words: string }
        Returns: string | null
      }
      hide_webinar_message: {
        Args: { hidden: boolean; message: string }
        Returns: undefined
      }
      hold_slot: {
        Args: { ends: string; starts: string; token: string; type: string }
        Returns: string
      }
      import_changes: {
        Args: { clean: Json; has_consent: boolean; on_match: string; who: string }
        Returns: Shape<'import_changes', Json>
      }
      import_column_values: {
        Args: { col: number; header_row: number; import: string; separately: boolean }
        Returns: { lines: number; value: Shape<'import_column_values.value', string> }[]
      }
      import_facts: {
        Args: { clean: Json }
        Returns: Shape<'import_facts', Json>
      }
      import_incomplete: {
        Args: { import: string }
        Returns: Shape<'import_incomplete', Json>
      }
      import_keys: {
        Args: { clean: Json; match_by: string }
        Returns: { kind: Shape<'import_keys.kind', string> | null; value: Shape<'import_keys.value', string> | null }[]
      }
      inbox_threads: {
        Args: Record<PropertyKey, never>
        Returns: { contact_id: string; contact_name: Shape<'inbox_threads.contact_name', string> | null; household_name: Shape<'inbox_threads.household_name', string> | null; id: string; last_author: Shape<'inbox_threads.last_author', string>; last_message_at: string; last_words: Shape<'inbox_threads.last_words', string>; unread: number; waits: boolean }[]
      }
      inbox_webinar_questions: {
        Args: Record<PropertyKey, never>
        Returns: { author: Shape<'inbox_webinar_questions.author', string>; body: Shape<'inbox_webinar_questions.body', string>; created_at: string; id: string; webinar_id: string; webinar_title: Shape<'inbox_webinar_questions.webinar_title', string> }[]
      }
      is_budget_shared: {
        Args: { household: string }
        Returns: boolean
      }
      is_colleague: {
        Args: { person: string }
        Returns: boolean | null
      }
      is_demo_business: {
        Args: Record<PropertyKey, never>
        Returns: boolean | null
      }
      is_own_picture: {
        Args: { address: string }
        Returns: boolean | null
      }
      is_reserved_slug: {
        Args: { slug: string }
        Returns: boolean | null
      }
      is_site_editor: {
        Args: Record<PropertyKey, never>
        Returns: boolean | null
      }
      is_site_path: {
        Args: { path: string }
        Returns: boolean | null
      }
      is_staff: {
        Args: Record<PropertyKey, never>
        Returns: boolean | null
      }
      is_staff_address: {
        Args: { address: string }
        Returns: boolean | null
      }
      issue_client_invitation: {
        Args: { contact: string; hash: string; is_mailed: boolean }
        Returns: { email: Shape<'issue_client_invitation.email', string>; first_name: Shape<'issue_client_invitation.first_name', string> }[]
      }
      issue_tax_documents: {
        Args: { documents: readonly string[] }
        Returns: number
      }
      join_household: {
        Args: { import_id: string; who: string; with_whom: string }
        Returns: Shape<'join_household', Json>
      }
      known_people: {
        Args: { email?: string | null; first_name: string; last_name?: string | null; phone?: string | null }
        Returns: { full_name: Shape<'known_people.full_name', string>; id: string; looks_like: Shape<'known_people.looks_like', string>; reasons: Shape<'known_people.reasons', string[]>; score: number }[]
      }
      launch_board: {
        Args: { launch: string }
        Returns: { begun: number; buyers_today: number; closes_at: string | null; revenue_today_agorot: number; seats_left: number | null; seen_today: number }[]
      }
      launch_content_figures: {
        Args: { launch: string }
        Returns: { completed: number; content_id: string; opened: number }[]
      }
      launch_figures: {
        Args: Record<PropertyKey, never>
        Returns: { active: number; buyers: number; launch_id: string; opted_out: number; participants: number; pending_comments: number; phase: Shape<'launch_figures.phase', string>; revenue_agorot: number; waiting: number }[]
      }
      launch_hours: {
        Args: { launch: string }
        Returns: { buyers: number; buyers_before: number; hour: number }[]
      }
      launch_message_counts: {
        Args: { launch: string }
        Returns: { anchor: Shape<'launch_message_counts.anchor', string>; is_active: boolean; name: Shape<'launch_message_counts.name', string>; next_at: string | null; offset_minutes: number; purpose: Shape<'launch_message_counts.purpose', string>; rule_key: Shape<'launch_message_counts.rule_key', string>; sent: number; skipped: number; waiting: number }[]
      }
      launch_people: {
        Args: { launch: string }
        Returns: { cart_closes_at: string | null; completed: number; contact_id: string; full_name: Shape<'launch_people.full_name', string>; id: string; joined_at: string; last_seen_at: string | null; source: Shape<'launch_people.source', string>; status: Shape<'launch_people.status', string>; watched_seconds: number }[]
      }
      launch_report: {
        Args: { launch: string }
        Returns: { active: number; buyers: number; completed: number; participants: number; revenue_agorot: number; source: Shape<'launch_report.source', string> }[]
      }
      lead_magnet_figures: {
        Args: Record<PropertyKey, never>
        Returns: { delivered: number; magnet_id: string; opened: number; opportunities: number; requested: number; revenue_agorot: number | null; views: number }[]
      }
      lead_magnet_link: {
        Args: { token: string }
        Returns: { asset_bytes: number | null; asset_type: Shape<'lead_magnet_link.asset_type', string> | null; email: Shape<'lead_magnet_link.email', string>; has_file: boolean; is_opened: boolean; is_subscribed: boolean; slug: Shape<'lead_magnet_link.slug', string>; state: Shape<'lead_magnet_link.state', string>; title: Shape<'lead_magnet_link.title', string> }[]
      }
      lead_magnet_people: {
        Args: { magnet: string }
        Returns: { contact_id: string; delivered_at: string | null; full_name: Shape<'lead_magnet_people.full_name', string>; opened_at: string | null; opportunity_id: string | null; request_id: string; requested_at: string; revenue_agorot: number }[]
      }
      lead_magnet_visit: {
        Args: { token: string }
        Returns: { asked_newsletter: boolean; email: Shape<'lead_magnet_visit.email', string>; is_opened: boolean; may_correct: boolean; slug: Shape<'lead_magnet_visit.slug', string>; title: Shape<'lead_magnet_visit.title', string> }[]
      }
      leave_automation: {
        Args: { run: string }
        Returns: undefined
      }
      leave_linked_appointment: {
        Args: { appointment: string; place: string }
        Returns: undefined
      }
      leave_my_household: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      led_webinar_ids: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      legal_facts: {
        Args: Record<PropertyKey, never>
        Returns: Shape<'legal_facts', Json>
      }
      link_as_household: {
        Args: { one: string; other: string }
        Returns: Shape<'link_as_household', Json>
      }
      link_hash: {
        Args: { token: string }
        Returns: string | null
      }
      linked_appointment: {
        Args: { token: string }
        Returns: { id: string; role: Shape<'linked_appointment.role', string> }[]
      }
      linked_appointment_page: {
        Args: { token: string }
        Returns: Shape<'linked_appointment_page', Json>
      }
      list_contacts: {
        Args: { after?: Json | null; at_most?: number; filter?: Json; skip?: number; sort?: string }
        Returns: Tables<'contacts'>[]
        SetofOptions: { from: '*'; to: 'contacts'; isOneToOne: false; isSetofReturn: true }
      }
      list_excluded_recipients: {
        Args: { lists: readonly string[]; segments?: Json; stages: readonly string[] }
        Returns: { contact_id: string; email: Shape<'list_excluded_recipients.email', string> | null; excluded: Shape<'list_excluded_recipients.excluded', string>; full_name: Shape<'list_excluded_recipients.full_name', string> }[]
      }
      listed_opportunities: {
        Args: { after_id?: string | null; after_value?: string | null; descending?: boolean; filter?: Partial<Database['public']['CompositeTypes']['opportunity_filter']> | null; page?: number; pipeline: string; sort?: string }
        Returns: Tables<'opportunities'>[]
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: false; isSetofReturn: true }
      }
      lock_contact: {
        Args: { contact: string }
        Returns: boolean | null
      }
      lock_post: {
        Args: { post: string; seen_version: number }
        Returns: Tables<'posts'>
        SetofOptions: { from: '*'; to: 'posts'; isOneToOne: true; isSetofReturn: false }
      }
      lock_signature_request: {
        Args: { request: string }
        Returns: Tables<'signature_requests'>
        SetofOptions: { from: '*'; to: 'signature_requests'; isOneToOne: true; isSetofReturn: false }
      }
      lock_stage: {
        Args: { stage: string }
        Returns: Tables<'pipeline_stages'>[]
        SetofOptions: { from: '*'; to: 'pipeline_stages'; isOneToOne: false; isSetofReturn: true }
      }
      log_plan_activity: {
        Args: { plan: string }
        Returns: undefined
      }
      log_proposed_slots: {
        Args: { appointment_type: string; contact: string; starts: readonly string[] }
        Returns: undefined
      }
      mail_instead: {
        Args: { ids: readonly string[]; reasons: readonly string[] }
        Returns: undefined
      }
      make_action_link: {
        Args: { address: string; contact: string; days: number; entity: string; kind: string }
        Returns: string | null
      }
      make_primary_point: {
        Args: { point: string }
        Returns: undefined
      }
      make_webinar_link: {
        Args: { registration: string }
        Returns: string
      }
      mark_import_duplicates: {
        Args: { import: string }
        Returns: undefined
      }
      mark_legal_reviewed: {
        Args: { is_reviewed: boolean }
        Returns: undefined
      }
      mark_thread_read: {
        Args: { thread: string }
        Returns: undefined
      }
      mark_unreachable: {
        Args: { address: string; channel?: string; said: string; why: string }
        Returns: undefined
      }
      masked_address: {
        Args: { address: string }
        Returns: string | null
      }
      match_import: {
        Args: { clean: Json; match_by: string }
        Returns: { contact_id: string | null; verdict: Shape<'match_import.verdict', string> | null }[]
      }
      matches_contact: {
        Args: { clean: Json; match_by: string }
        Returns: boolean | null
      }
      matching_opportunity_ids: {
        Args: { query: string }
        Returns: string[]
      }
      may_ask_for_review: {
        Args: { contact: string }
        Returns: boolean | null
      }
      may_ask_metrics: {
        Args: { contact: string }
        Returns: boolean
      }
      may_be_mentioned: {
        Args: { contact: string }
        Returns: string[]
      }
      may_give_role: {
        Args: { role: string }
        Returns: boolean | null
      }
      may_move_into: {
        Args: { household: string }
        Returns: boolean | null
      }
      may_read_thread: {
        Args: { contact: string; household: string }
        Returns: boolean | null
      }
      may_take_notes: {
        Args: { contact: string }
        Returns: boolean
      }
      may_write_to: {
        Args: { contact: string }
        Returns: boolean | null
      }
      mentions_of_person: {
        Args: { person: string }
        Returns: { contact_id: string; full_name: Shape<'mentions_of_person.full_name', string>; notes: number }[]
      }
      merge_contacts: {
        Args: { choices?: Json; loser_id: string; loser_version: number; winner_id: string; winner_version: number }
        Returns: string
      }
      message_health: {
        Args: Record<PropertyKey, never>
        Returns: { bounced: number; complained: number; due: number; failed: number; of_campaigns: number; oldest_due_at: string | null; sent: number; since: string }[]
      }
      message_reason_counts: {
        Args: Record<PropertyKey, never>
        Returns: { is_waiting: boolean; messages: number; next_at: string | null; reason: Shape<'message_reason_counts.reason', string> | null }[]
      }
      message_step_figures: {
        Args: { automation: string }
        Returns: { contacts: number; figure: Shape<'message_step_figures.figure', string>; reason: Shape<'message_step_figures.reason', string> | null; step_id: Shape<'message_step_figures.step_id', string> }[]
      }
      metric_message_facts: {
        Args: { period: string }
        Returns: { every: Shape<'metric_message_facts.every', string> | null; name: Shape<'metric_message_facts.name', string> | null; starts_on: string | null }[]
      }
      metric_to_report: {
        Args: { contact: string; period: string }
        Returns: { sealed_for: string | null; unit: Shape<'metric_to_report.unit', string> | null }[]
      }
      metrics_of_member: {
        Args: { contact: string }
        Returns: { metric_id: string | null; period_id: string | null }[]
      }
      missing_legal_facts: {
        Args: { words: string }
        Returns: Shape<'missing_legal_facts', string[]> | null
      }
      moderate_webinar_registration: {
        Args: { registration: string; step: string }
        Returns: undefined
      }
      most_chosen_product: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      move_appointment: {
        Args: { appointment: string; ends: string; is_silent?: boolean; seen_version: number; starts: string }
        Returns: string
      }
      move_between_bin: {
        Args: { at: string; things: Json }
        Returns: number | null
      }
      move_group_appointments: {
        Args: { appointment: string; ends: string; is_silent?: boolean; seen_version: number; starts: string }
        Returns: undefined
      }
      move_launches: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      move_linked_appointment: {
        Args: { appointment: string; starts: string }
        Returns: string
      }
      move_opportunity: {
        Args: { before_id?: string | null; expected_version: number; lost_note?: string | null; lost_reason_id?: string | null; opportunity_id: string; reopened_because?: string | null; to_stage_id: string }
        Returns: Tables<'opportunities'>
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: true; isSetofReturn: false }
      }
      move_order: {
        Args: { about: string; fact: Json }
        Returns: Tables<'orders'>
        SetofOptions: { from: '*'; to: 'orders'; isOneToOne: true; isSetofReturn: false }
      }
      move_stage: {
        Args: { instance: string; seen: number; to_status: string }
        Returns: string | null
      }
      move_to_current_edition: {
        Args: { process: string }
        Returns: undefined
      }
      move_webinar_registrant: {
        Args: { registration: string; session: string }
        Returns: undefined
      }
      move_webinar_session: {
        Args: { reason?: string | null; session: string; step: string }
        Returns: string | null
      }
      my_appointments: {
        Args: Record<PropertyKey, never>
        Returns: { awaits_proof: boolean; ends_at: string; host: Shape<'my_appointments.host', string> | null; id: string; join_url: Shape<'my_appointments.join_url', string> | null; location_kind: Shape<'my_appointments.location_kind', string>; location_value: Shape<'my_appointments.location_value', string>; starts_at: string; status: Shape<'my_appointments.status', string>; title: Shape<'my_appointments.title', string> }[]
      }
      my_client_contact_id: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      my_contact_ids: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      my_data: {
        Args: Record<PropertyKey, never>
        Returns: Shape<'my_data', Json>
      }
      my_household_contact_ids: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      my_household_names: {
        Args: Record<PropertyKey, never>
        Returns: { contact_id: string; first_name: Shape<'my_household_names.first_name', string>; user_id: string | null }[]
      }
      my_ledger: {
        Args: Record<PropertyKey, never>
        Returns: { amount_agorot: number; document_kind: Shape<'my_ledger.document_kind', string> | null; document_number: Shape<'my_ledger.document_number', string> | null; document_url: Shape<'my_ledger.document_url', string> | null; id: string; kind: Shape<'my_ledger.kind', string>; left_agorot: number; on_day: string; settles_agorot: number; title: Shape<'my_ledger.title', string> }[]
      }
      my_open_orders: {
        Args: Record<PropertyKey, never>
        Returns: { amount_agorot: number; id: string; open_until: string; title: Shape<'my_open_orders.title', string> }[]
      }
      my_packages: {
        Args: Record<PropertyKey, never>
        Returns: { booked: number; expires_on: string | null; held: number; id: string; remaining: number; title: Shape<'my_packages.title', string>; total: number }[]
      }
      my_process_ids: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      my_resources: {
        Args: Record<PropertyKey, never>
        Returns: { about: Shape<'my_resources.about', string>; at: string | null; id: string; kind: Shape<'my_resources.kind', string>; path: Shape<'my_resources.path', string>; title: Shape<'my_resources.title', string>; until: string | null }[]
      }
      my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: { created_at: string; id: string; is_current: boolean; last_seen_at: string; user_agent: Shape<'my_sessions.user_agent', string> }[]
      }
      my_signed_file_ids: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      my_stage_documents: {
        Args: Record<PropertyKey, never>
        Returns: { document_id: string; hint: Shape<'my_stage_documents.hint', string>; is_open: boolean; name: Shape<'my_stage_documents.name', string>; stage_instance_id: string; status: Shape<'my_stage_documents.status', string> }[]
      }
      my_stage_file_ids: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      my_stage_forms: {
        Args: Record<PropertyKey, never>
        Returns: { stage_instance_id: string; state: Shape<'my_stage_forms.state', string>; title: Shape<'my_stage_forms.title', string> }[]
      }
      name_words_key: {
        Args: { clean: Json }
        Returns: string | null
      }
      new_consents: {
        Args: { clean: Json; who: string }
        Returns: { channel: Shape<'new_consents.channel', string> | null; value: Shape<'new_consents.value', string> | null }[]
      }
      newsletter_recipient_count: {
        Args: Record<PropertyKey, never>
        Returns: number | null
      }
      newsletter_request_of: {
        Args: { token: string }
        Returns: { email: Shape<'newsletter_request_of.email', string>; state: Shape<'newsletter_request_of.state', string> }[]
      }
      next_appointments: {
        Args: { contacts: readonly string[] }
        Returns: { contact_id: string; starts_at: string }[]
      }
      next_events: {
        Args: { after_id: number; after_transaction: string; horizon?: string; most: number; types: readonly string[] }
        Returns: Tables<'domain_events'>[]
        SetofOptions: { from: '*'; to: 'domain_events'; isOneToOne: false; isSetofReturn: true }
      }
      next_messages: {
        Args: { context_id: string; context_type: string; has_whatsapp?: boolean; most: number }
        Returns: { address: Shape<'next_messages.address', string> | null; cap: Shape<'next_messages.cap', string> | null; cap_until: string | null; consented_at: string | null; contact_id: string | null; first_name: Shape<'next_messages.first_name', string> | null; id: string | null; refusal: Shape<'next_messages.refusal', string> | null; reply_until: string | null }[]
      }
      next_occurrence: {
        Args: { after: string; due: string; rrule: string }
        Returns: string | null
      }
      note_calendar_response: {
        Args: { address: string; answer: string; host: string; root: string }
        Returns: undefined
      }
      note_file_stored: {
        Args: { file: string }
        Returns: Tables<'files'>
        SetofOptions: { from: '*'; to: 'files'; isOneToOne: true; isSetofReturn: false }
      }
      note_has_partner: {
        Args: { note: string }
        Returns: boolean
      }
      note_page_outcome: {
        Args: { counted_as: string; kind: string; seen_as: string }
        Returns: undefined
      }
      notice_recipients: {
        Args: { responsible: string }
        Returns: string[]
      }
      offers: {
        Args: Record<PropertyKey, never>
        Returns: { bump: Shape<'offers.bump', Json> | null; call_way: Shape<'offers.call_way', string>; call_words: Shape<'offers.call_words', string>; changes_at: string | null; description: Shape<'offers.description', string>; facts: Shape<'offers.facts', Json>; former_slugs: Shape<'offers.former_slugs', string[]>; has_waitlist: boolean; id: string; included: Shape<'offers.included', string[]>; is_most_chosen: boolean; is_open: boolean; kind: Shape<'offers.kind', string>; name: Shape<'offers.name', string>; opens_at: string | null; price: Shape<'offers.price', Json> | null; prices: Shape<'offers.prices', Json>; seats_left: number | null; slug: Shape<'offers.slug', string>; tagline: Shape<'offers.tagline', string>; updated_at: string }[]
      }
      open_action_link: {
        Args: { token: string }
        Returns: Shape<'open_action_link', Json>
      }
      open_form_answers: {
        Args: { submission: string }
        Returns: { number: number; sealed: string }[]
      }
      open_metric_periods: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      open_my_appointment: {
        Args: { appointment: string; token: string }
        Returns: undefined
      }
      open_my_mail_preferences: {
        Args: { token: string }
        Returns: undefined
      }
      open_my_order: {
        Args: { order_id: string; token: string }
        Returns: string
      }
      open_my_recording: {
        Args: { registration: string; token: string }
        Returns: undefined
      }
      open_my_stage_form: {
        Args: { instance: string; token: string }
        Returns: { form_address: Shape<'open_my_stage_form.form_address', string>; is_begun: boolean }[]
      }
      open_opportunity: {
        Args: { amount_agorot?: number; contact_id?: string | null; email?: string | null; expected_close_on?: string | null; first_name?: string | null; last_name?: string | null; name?: string | null; owner_id?: string | null; phone?: string | null; product_id?: string | null; source?: string | null; stage_id: string; step_due_on?: string | null; step_name?: string | null }
        Returns: Tables<'opportunities'>
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: true; isSetofReturn: false }
      }
      open_post_preview: {
        Args: { post: string }
        Returns: string
      }
      open_quiz_answers: {
        Args: { attempt: string }
        Returns: { sealed: string }[]
      }
      open_session_note: {
        Args: { appointment?: string | null; contact: string }
        Returns: string
      }
      open_thread: {
        Args: { contact: string; is_shared: boolean }
        Returns: string
      }
      open_webinar_interaction: {
        Args: { interaction: string; is_open: boolean; session: string }
        Returns: undefined
      }
      opportunity_forecast: {
        Args: { filter?: Partial<Database['public']['CompositeTypes']['opportunity_filter']> | null; pipeline: string }
        Returns: { cards: number; month: string | null; sum_agorot: number; weighted_agorot: number }[]
      }
      order_bio_links: {
        Args: { ids: readonly string[] }
        Returns: undefined
      }
      order_fields: {
        Args: { ids: readonly string[] }
        Returns: undefined
      }
      order_launch_contents: {
        Args: { ids: readonly string[]; launch: string }
        Returns: undefined
      }
      order_products: {
        Args: { ids: readonly string[] }
        Returns: undefined
      }
      order_stages: {
        Args: { pipeline: string; stages: readonly string[] }
        Returns: undefined
      }
      own_address: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      packages_of_contact: {
        Args: { contact: string }
        Returns: { contact_id: string; expires_on: string | null; id: string; note: Shape<'packages_of_contact.note', string>; remaining: number; title: Shape<'packages_of_contact.title', string>; total: number; type_id: string; version: number }[]
      }
      page_view_report: {
        Args: { from_day: string; to_day: string }
        Returns: { kind: Shape<'page_view_report.kind', string>; label: Shape<'page_view_report.label', string>; views: number; visitors: number }[]
      }
      page_view_salt: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      pass_other_events: {
        Args: { horizon: string; subscriber: string }
        Returns: undefined
      }
      person_data: {
        Args: { person: string }
        Returns: Shape<'person_data', Json>
      }
      person_holdings: {
        Args: { person: string }
        Returns: Shape<'person_holdings', Json>
      }
      picture_count: {
        Args: Record<PropertyKey, never>
        Returns: number | null
      }
      picture_library: {
        Args: Record<PropertyKey, never>
        Returns: { alt: Shape<'picture_library.alt', string>; bytes: number; created_at: string; focal_x: number; focal_y: number; format: Shape<'picture_library.format', string>; height: number; id: string; name: Shape<'picture_library.name', string>; width: number }[]
      }
      picture_uses: {
        Args: { picture: string }
        Returns: { link: Shape<'picture_uses.link', string>; name: Shape<'picture_uses.name', string>; place: Shape<'picture_uses.place', string> }[]
      }
      pin_activity: {
        Args: { activity: string; pinned: boolean }
        Returns: undefined
      }
      plan_import: {
        Args: { import: string; most: number }
        Returns: number | null
      }
      preferences_of: {
        Args: { token: string }
        Returns: { at_most_weekly: boolean; email: Shape<'preferences_of.email', string>; is_consenting: boolean; is_off: boolean; lists: Shape<'preferences_of.lists', Json>; paused_until: string | null; reason: Shape<'preferences_of.reason', string> | null }[]
      }
      preparation_blocks: {
        Args: Record<PropertyKey, never>
        Returns: Shape<'preparation_blocks', Json>
      }
      preview_bulk_contacts: {
        Args: { selection: Json }
        Returns: Shape<'preview_bulk_contacts', Json>
      }
      preview_client: {
        Args: { contact: string }
        Returns: Shape<'preview_client', Json>
      }
      preview_merge: {
        Args: { loser_id: string; winner_id: string }
        Returns: Shape<'preview_merge', Json>
      }
      preview_post: {
        Args: { token: string }
        Returns: Shape<'preview_post', Json>
      }
      prove_package: {
        Args: { token: string }
        Returns: undefined
      }
      prune_audit_log: {
        Args: Record<PropertyKey, never>
        Returns: number | null
      }
      prune_events: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      prune_failed_uploads: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      prune_form_drafts: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      prune_page_videos: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      prune_unsent_files: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      publish_form: {
        Args: { definition: Json; expected: number; form: string }
        Returns: number | null
      }
      publish_legal_text: {
        Args: { note?: string; seen_version: number; text_key: string }
        Returns: number
      }
      publish_message_template: {
        Args: { from_number?: number | null; seen_version: number; template: string }
        Returns: Tables<'message_templates'>
        SetofOptions: { from: '*'; to: 'message_templates'; isOneToOne: true; isSetofReturn: false }
      }
      publish_post: {
        Args: { at?: string | null; post: string; seen_version: number }
        Returns: number
      }
      publish_process_template: {
        Args: { seen: number; template: string }
        Returns: string
      }
      publish_quiz: {
        Args: { definition: Json; expected: number; quiz: string }
        Returns: number | null
      }
      put_activity_away: {
        Args: { activity: string; away: boolean }
        Returns: undefined
      }
      put_in_bin: {
        Args: { things: Json }
        Returns: number | null
      }
      put_off: {
        Args: { entity: string; entity_id: string; until: string | null }
        Returns: undefined
      }
      quiz_figures: {
        Args: Record<PropertyKey, never>
        Returns: { last_at: string | null; quiz_id: string; results: number; starts: number; views: number; with_details: number }[]
      }
      quiz_progress: {
        Args: { from_day: string; quiz: string; to_day: string }
        Returns: { median_seconds: number | null; results: number; starts: number; stopped: Shape<'quiz_progress.stopped', Json>; with_details: number }[]
      }
      quiz_scores: {
        Args: { from_day: string; quiz: string; to_day: string }
        Returns: { answered: number; many: number; rules: Shape<'quiz_scores.rules', string[]>; score: number | null; stage: number | null }[]
      }
      raise_backup_alarm: {
        Args: { words: string }
        Returns: string[]
      }
      rate_answer: {
        Args: { asked: string; has_helped: boolean }
        Returns: boolean | null
      }
      react_in_webinar: {
        Args: { kind: string; registration: string }
        Returns: undefined
      }
      read_bin: {
        Args: { before?: string | null; before_id?: string | null; kind?: string | null; page_size?: number }
        Returns: { along: number; contact_id: string | null; contact_name: Shape<'read_bin.contact_name', string> | null; deleted_at: string; deleted_by: string | null; entity: Shape<'read_bin.entity', string>; id: string; name: Shape<'read_bin.name', string> }[]
      }
      read_post: {
        Args: { address: string }
        Returns: Shape<'read_post', Json>
      }
      reassign_appointment: {
        Args: { appointment: string; host: string; seen_version: number }
        Returns: undefined
      }
      received_conversations: {
        Args: Record<PropertyKey, never>
        Returns: { channel: Shape<'received_conversations.channel', string>; contact_id: string; contact_name: Shape<'received_conversations.contact_name', string>; is_answered: boolean; is_verified: boolean; last_words: Shape<'received_conversations.last_words', string>; phone: Shape<'received_conversations.phone', string>; received_at: string }[]
      }
      record_consent: {
        Args: { action: string; contact: string; proof: string; value: string; way: string }
        Returns: Tables<'consents'>
        SetofOptions: { from: '*'; to: 'consents'; isOneToOne: true; isSetofReturn: false }
      }
      record_former_answers: {
        Args: { submission: string }
        Returns: undefined
      }
      record_mail_outcomes: {
        Args: { outcomes: Json }
        Returns: undefined
      }
      record_message_status: {
        Args: { at: string; nobody_there?: boolean; opted_out?: boolean; outbox: string | null; provider: string | null; refused?: string | null; status: string }
        Returns: undefined
      }
      record_system_check: {
        Args: { facts: Json; is_ok: boolean; kind: string; place: string; words: string }
        Returns: string[]
      }
      record_webhook_refusal: {
        Args: { because: string; run: string; step: string }
        Returns: undefined
      }
      refresh_all_duplicates: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      refuse_filter: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      rehearse_webinar: {
        Args: { is_on: boolean; session: string }
        Returns: undefined
      }
      remember_list: {
        Args: { automation: string; groups: Json }
        Returns: number
      }
      remove_attendee: {
        Args: { appointment: string; place: string; seen_version: number }
        Returns: undefined
      }
      remove_calendar_feed: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      remove_launch_worksheet: {
        Args: { content: string }
        Returns: undefined
      }
      remove_lead_magnet_file: {
        Args: { magnet: string }
        Returns: undefined
      }
      renew_webinar_template: {
        Args: { webinar: string }
        Returns: number
      }
      renumber_restored_events: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      reopen_opportunity: {
        Args: { before_id?: string | null; expected_version: number; lifecycle?: string | null; opportunity_id: string; reopened_because?: string | null; stops_processes?: boolean; to_stage_id: string }
        Returns: Tables<'opportunities'>
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: true; isSetofReturn: false }
      }
      reopen_stage: {
        Args: { instance: string; reason: string }
        Returns: undefined
      }
      replace_document: {
        Args: { document: string; hash: string; replacement: string }
        Returns: undefined
      }
      reply_by_mail: {
        Args: { body: string; contact: string; message: string; thread: string }
        Returns: boolean
      }
      reply_to_linked_message: {
        Args: { body: string; contact: string; message: string }
        Returns: undefined
      }
      request_backup: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      request_business_export: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      request_my_erasure: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      resend_launch_link: {
        Args: { participant: string; revokes?: boolean }
        Returns: undefined
      }
      resend_webinar_link: {
        Args: { registration: string }
        Returns: undefined
      }
      reserved_slugs: {
        Args: Record<PropertyKey, never>
        Returns: Shape<'reserved_slugs', string[]> | null
      }
      restore_contact: {
        Args: { was: Json }
        Returns: undefined
      }
      restore_from_bin: {
        Args: { things: Json }
        Returns: number | null
      }
      restore_post: {
        Args: { post: string; seen_version: number }
        Returns: number
      }
      restore_post_revision: {
        Args: { post: string; revision: string; seen_version: number }
        Returns: number
      }
      retry_run: {
        Args: { run: string }
        Returns: undefined
      }
      retry_tax_document: {
        Args: { document: string }
        Returns: undefined
      }
      revenue: {
        Args: { from_day: string; until_day: string }
        Returns: { dimension: Shape<'revenue.dimension', string>; key: Shape<'revenue.key', string>; label: Shape<'revenue.label', string>; received_agorot: number; refunded_agorot: number }[]
      }
      review_average: {
        Args: Record<PropertyKey, never>
        Returns: { average: number; rated: number }[]
      }
      review_link_of: {
        Args: { token: string }
        Returns: { body: Shape<'review_link_of.body', string> | null; email: Shape<'review_link_of.email', string> | null; is_verified: boolean; kind: Shape<'review_link_of.kind', string>; proposed: Shape<'review_link_of.proposed', string> | null; rating: number | null; shown_name: Shape<'review_link_of.shown_name', string>; state: Shape<'review_link_of.state', string> }[]
      }
      review_photo: {
        Args: { photo: string }
        Returns: string | null
      }
      review_request_of: {
        Args: { token: string }
        Returns: { first_name: Shape<'review_request_of.first_name', string>; state: Shape<'review_request_of.state', string> }[]
      }
      review_request_to: {
        Args: { contact: string }
        Returns: { email: Shape<'review_request_to.email', string> | null; first_name: Shape<'review_request_to.first_name', string> | null; why: Shape<'review_request_to.why', string> | null }[]
      }
      revoke_action_links: {
        Args: { contact: string }
        Returns: number
      }
      revoke_client_invitation: {
        Args: { contact: string }
        Returns: undefined
      }
      revoke_webinar_template_shares: {
        Args: { template: string }
        Returns: number
      }
      run_import: {
        Args: { import: string; most: number }
        Returns: number | null
      }
      save_linked_preparation: {
        Args: { appointment: string; attendee: string; ticked: readonly string[] }
        Returns: undefined
      }
      save_process_draft: {
        Args: { content: Json; seen: number; template: string }
        Returns: number
      }
      save_schedule_hours: {
        Args: { hours: Json; schedule: string; seen_version: number }
        Returns: number | null
      }
      say_in_webinar: {
        Args: { body: string; is_private?: boolean; kind?: string; reply_to?: string | null; session: string }
        Returns: string | null
      }
      schedule_campaign: {
        Args: { at: string; campaign: string; seen_version: number }
        Returns: Tables<'campaigns'>
        SetofOptions: { from: '*'; to: 'campaigns'; isOneToOne: true; isSetofReturn: false }
      }
      sealed_form_answers: {
        Args: { submissions: readonly string[] }
        Returns: { sealed: string; submission_id: string }[]
      }
      sealed_quiz_answers: {
        Args: { attempt: string }
        Returns: { sealed: string }[]
      }
      search_contacts: {
        Args: { query: string; result_limit?: number }
        Returns: Tables<'contacts'>[]
        SetofOptions: { from: '*'; to: 'contacts'; isOneToOne: false; isSetofReturn: true }
      }
      search_notes: {
        Args: { query: string; result_limit?: number }
        Returns: { contact_id: string; full_name: Shape<'search_notes.full_name', string>; happened_at: string; id: string; words: Shape<'search_notes.words', string> }[]
      }
      segment_contact_ids: {
        Args: { segments: Json }
        Returns: string[]
      }
      selected_contacts: {
        Args: { selection: Json }
        Returns: string[] | null
      }
      send_message_with_files: {
        Args: { body: string; files: readonly string[]; message: string; thread: string }
        Returns: undefined
      }
      sending_hours: {
        Args: Record<PropertyKey, never>
        Returns: Shape<'sending_hours', Json>
      }
      series_appointments: {
        Args: { appointment: string }
        Returns: { ends_at: string | null; ical_sequence: number | null; root_id: string | null; starts_at: string | null }[]
      }
      set_booking_link_revoked: {
        Args: { is_revoked: boolean; link: string }
        Returns: undefined
      }
      set_client_task_done: {
        Args: { is_done: boolean; task: string }
        Returns: undefined
      }
      set_default_pipeline: {
        Args: { pipeline: string }
        Returns: undefined
      }
      set_earlier_wait: {
        Args: { appointment: string; waits: boolean }
        Returns: undefined
      }
      set_form_link_revoked: {
        Args: { is_revoked: boolean; link: string }
        Returns: undefined
      }
      set_no_show: {
        Args: { appointment: string; seen_version: number; side: string }
        Returns: undefined
      }
      set_quiz_links_revoked: {
        Args: { attempt: string; is_revoked: boolean }
        Returns: undefined
      }
      settle_appointments: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      settle_launch_participants: {
        Args: { most: number }
        Returns: number
      }
      settle_thread: {
        Args: { thread: string; until: string | null }
        Returns: undefined
      }
      share_session_note: {
        Args: { note: string; seen: number }
        Returns: undefined
      }
      shown_lead_magnets: {
        Args: Record<PropertyKey, never>
        Returns: { asks_phone: boolean; description: Shape<'shown_lead_magnets.description', string>; has_file: boolean; id: string; landing_path: Shape<'shown_lead_magnets.landing_path', string> | null; slug: Shape<'shown_lead_magnets.slug', string>; title: Shape<'shown_lead_magnets.title', string>; updated_at: string }[]
      }
      shown_webinar_sessions: {
        Args: Record<PropertyKey, never>
        Returns: { ended_at: string | null; id: string; replay_until: string | null; seats_left: number | null; started_at: string | null; starts_at: string; status: Shape<'shown_webinar_sessions.status', string>; webinar_id: string }[]
      }
      shown_webinars: {
        Args: Record<PropertyKey, never>
        Returns: { duration_minutes: number; has_replay: boolean; id: string; just_in_time_from: string | null; just_in_time_until: string | null; kind: Shape<'shown_webinars.kind', string>; page_path: Shape<'shown_webinars.page_path', string> | null; presenter: Shape<'shown_webinars.presenter', string>; presenter_about: Shape<'shown_webinars.presenter_about', string>; slug: Shape<'shown_webinars.slug', string>; subtitle: Shape<'shown_webinars.subtitle', string>; takeaways: Shape<'shown_webinars.takeaways', string[]>; title: Shape<'shown_webinars.title', string>; updated_at: string }[]
      }
      signature_certificate: {
        Args: { request: string }
        Returns: { file_id: string | null; file_name: Shape<'signature_certificate.file_name', string>; id: string; requested_at: string; sha256: Shape<'signature_certificate.sha256', string>; signed_account: Shape<'signature_certificate.signed_account', string> | null; signed_at: string; signed_ip: Shape<'signature_certificate.signed_ip', string> | null; signed_name: Shape<'signature_certificate.signed_name', string>; signed_user_agent: Shape<'signature_certificate.signed_user_agent', string> | null; signer_name: Shape<'signature_certificate.signer_name', string> }[]
      }
      slot_facts: {
        Args: { except_hold?: string | null; except_root?: string | null; from_at: string; to_at: string; type: string }
        Returns: Shape<'slot_facts', Json>
      }
      staff_members: {
        Args: Record<PropertyKey, never>
        Returns: { name: Shape<'staff_members.name', string>; photo_path: Shape<'staff_members.photo_path', string> | null; roles: Shape<'staff_members.roles', string[]>; user_id: string }[]
      }
      staff_names: {
        Args: Record<PropertyKey, never>
        Returns: { name: Shape<'staff_names.name', string> | null; user_id: string | null }[]
      }
      stage_document_message_facts: {
        Args: { document: string }
        Returns: { name: Shape<'stage_document_message_facts.name', string>; reason: Shape<'stage_document_message_facts.reason', string>; stage_instance_id: string }[]
      }
      stage_documents_of: {
        Args: { contact: string }
        Returns: { document_id: string; is_open: boolean; name: Shape<'stage_documents_of.name', string>; stage_instance_id: string; stage_name: Shape<'stage_documents_of.stage_name', string>; status: Shape<'stage_documents_of.status', string> }[]
      }
      stage_forms_of: {
        Args: { contact: string }
        Returns: { contact_name: Shape<'stage_forms_of.contact_name', string> | null; form_id: string; stage_instance_id: string; stage_name: Shape<'stage_forms_of.stage_name', string>; state: Shape<'stage_forms_of.state', string>; title: Shape<'stage_forms_of.title', string> }[]
      }
      stage_message_facts: {
        Args: { stage: string }
        Returns: { next_name: Shape<'stage_message_facts.next_name', string> | null; stage_name: Shape<'stage_message_facts.stage_name', string> }[]
      }
      start_hosting: {
        Args: { address: string; host: string }
        Returns: undefined
      }
      steer_automation: {
        Args: { automation: string; step: string }
        Returns: undefined
      }
      steer_campaign: {
        Args: { campaign: string; step: string }
        Returns: Tables<'campaigns'>
        SetofOptions: { from: '*'; to: 'campaigns'; isOneToOne: true; isSetofReturn: false }
      }
      switch_plan_card: {
        Args: { active: boolean; plan: string }
        Returns: undefined
      }
      sync_launch_batch: {
        Args: { after_id: string; content?: string | null; launch: string; most: number }
        Returns: string | null
      }
      sync_launch_waiting_batch: {
        Args: { after_id: string; launch: string; most: number }
        Returns: string | null
      }
      task_due: {
        Args: { due_at: string; due_date: string }
        Returns: string | null
      }
      task_message_facts: {
        Args: { contact: string; task: string }
        Returns: { due_on: string | null; name: Shape<'task_message_facts.name', string> | null; others: number | null }[]
      }
      team_members: {
        Args: Record<PropertyKey, never>
        Returns: { contacts: number; email: Shape<'team_members.email', string>; former_roles: Shape<'team_members.former_roles', string[]>; has_second_factor: boolean; joined_at: string; last_seen_at: string | null; meetings: number; name: Shape<'team_members.name', string>; opportunities: number; photo_path: Shape<'team_members.photo_path', string> | null; processes: number; roles: Shape<'team_members.roles', string[]>; tasks: number; user_id: string }[]
      }
      texts_using_field: {
        Args: { field_id: string }
        Returns: string[]
      }
      third_party_state: {
        Args: Record<PropertyKey, never>
        Returns: { calendar: Shape<'third_party_state.calendar', string>; mail: Shape<'third_party_state.mail', string> }
      }
      thread_authors: {
        Args: { thread: string }
        Returns: { kind: Shape<'thread_authors.kind', string> | null; name: Shape<'thread_authors.name', string> | null; user_id: string | null }[]
      }
      tidy_quiz_attempts: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      today: {
        Args: Record<PropertyKey, never>
        Returns: Shape<'today', Json>
      }
      today_charts: {
        Args: Record<PropertyKey, never>
        Returns: Shape<'today_charts', Json>
      }
      trip_automation_breaker: {
        Args: { automation: string }
        Returns: boolean
      }
      undo_bulk: {
        Args: { batch: string }
        Returns: Shape<'undo_bulk', Json>
      }
      undo_handover: {
        Args: { handover: string }
        Returns: number
      }
      undo_import: {
        Args: { import: string; most: number }
        Returns: number | null
      }
      undo_opportunity_move: {
        Args: { expected_version: number; opportunity_id: string }
        Returns: Tables<'opportunities'>
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: true; isSetofReturn: false }
      }
      unlink_household: {
        Args: { before: Json }
        Returns: undefined
      }
      unmerge_contacts: {
        Args: { merge: string }
        Returns: Shape<'unmerge_contacts', Json>
      }
      unpublish_post: {
        Args: { post: string; seen_version: number }
        Returns: number
      }
      unshare_session_note: {
        Args: { note: string }
        Returns: undefined
      }
      update_webinars_of_template: {
        Args: { template: string; webinars: readonly string[] }
        Returns: { fields: Shape<'update_webinars_of_template.fields', string[]>; webinar_id: string }[]
      }
      use_action_link: {
        Args: { token: string }
        Returns: { contact_id: string | null; entity_id: string | null; kind: Shape<'use_action_link.kind', string> | null }[]
      }
      use_booking_link: {
        Args: { booked: string; token: string; type: string }
        Returns: undefined
      }
      used_since_import: {
        Args: { import: string; people: readonly string[] }
        Returns: string[] | null
      }
      wait_for_group: {
        Args: { address: string; contact: string; from_url: string | null; notice: string | null; waited: string; who: string }
        Returns: boolean
      }
      waiting_of_appointment: {
        Args: { appointment: string }
        Returns: { created_at: string; held_until: string | null; name: Shape<'waiting_of_appointment.name', string> }[]
      }
      waiting_webinar_questions: {
        Args: { webinar: string }
        Returns: { author: Shape<'waiting_webinar_questions.author', string>; body: Shape<'waiting_webinar_questions.body', string>; created_at: string; id: string; position_s: number }[]
      }
      wake_overdue_messages: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      watch_webinar: {
        Args: { at_position: number; kind: string; rate?: number; registration: string; seq: number; view: string; was_playing: boolean }
        Returns: boolean | null
      }
      webinar_answer_facts: {
        Args: { registration: string }
        Returns: { answer: Shape<'webinar_answer_facts.answer', string>; question: Shape<'webinar_answer_facts.question', string> }[]
      }
      webinar_control: {
        Args: { session: string }
        Returns: Shape<'webinar_control', Json>
      }
      webinar_figures: {
        Args: Record<PropertyKey, never>
        Returns: { attended: number; late: number; offer_clicks: number; questions: number; registered: number; session_id: string; stayed: number; waiting: number; watched_minutes: number }[]
      }
      webinar_from_template: {
        Args: { slug: string; starts_at?: string | null; template: string; title: string }
        Returns: string
      }
      webinar_invitation: {
        Args: { token: string }
        Returns: { email: Shape<'webinar_invitation.email', string> | null; invited_by: Shape<'webinar_invitation.invited_by', string>; is_declined: boolean; is_used: boolean; slug: Shape<'webinar_invitation.slug', string>; title: Shape<'webinar_invitation.title', string> }[]
      }
      webinar_message_facts: {
        Args: { registration: string }
        Returns: { client_zone: Shape<'webinar_message_facts.client_zone', string>; duration_minutes: number; ical_sequence: number; name: Shape<'webinar_message_facts.name', string>; registration_state: Shape<'webinar_message_facts.registration_state', string>; replay_until: string | null; session_id: string | null; slug: Shape<'webinar_message_facts.slug', string>; starts_at: string | null; status: Shape<'webinar_message_facts.status', string> | null; title: Shape<'webinar_message_facts.title', string>; webinar_id: string }[]
      }
      webinar_phone_consent: {
        Args: { token: string }
        Returns: { is_agreed: boolean; phone_end: Shape<'webinar_phone_consent.phone_end', string> | null }[]
      }
      webinar_position: {
        Args: { played: number; session: string }
        Returns: number
      }
      webinar_report: {
        Args: { session?: string | null; webinar: string }
        Returns: { answers: number; attended: number; buyers: number; cancelled: number; clicks: number; exit_answers: Shape<'webinar_report.exit_answers', Json>; late: number; left_early: number; lines: number; missed: number; peak: number; peak_minute: number | null; questions: number; registered: number; replayed: number; revenue_agorot: number; stayed: number; watched_minutes: number }[]
      }
      webinar_report_minutes: {
        Args: { session?: string | null; webinar: string }
        Returns: { left_here: number; left_revenue_agorot: number; live: number; minute: number; replay: number }[]
      }
      webinar_report_moments: {
        Args: { session?: string | null; webinar: string }
        Returns: { answered: number; at_second: number | null; clicked: number; interaction_id: string; kind: Shape<'webinar_report_moments.kind', string>; title: Shape<'webinar_report_moments.title', string> }[]
      }
      webinar_report_people: {
        Args: { session?: string | null; webinar: string }
        Returns: { agorot: number; answers: number; clicked: boolean; contact_id: string; exit_answer: Shape<'webinar_report_people.exit_answer', string> | null; name: Shape<'webinar_report_people.name', string>; registration_id: string; state: Shape<'webinar_report_people.state', string>; watched_seconds: number; wish: Shape<'webinar_report_people.wish', string> | null }[]
      }
      webinar_revenue: {
        Args: { webinar: string }
        Returns: { attended: number; buyers: number; registered: number; revenue_agorot: number; session_id: string; starts_at: string; status: Shape<'webinar_revenue.status', string> }[]
      }
      webinar_revenues: {
        Args: Record<PropertyKey, never>
        Returns: { revenue_agorot: number; webinar_id: string }[]
      }
      webinar_room: {
        Args: { registration: string; viewers?: Json }
        Returns: Shape<'webinar_room', Json>
      }
      webinar_rooms: {
        Args: { registrations: readonly string[]; viewers?: Json }
        Returns: { registration_id: string; room: Shape<'webinar_rooms.room', Json> }[]
      }
      webinar_segments: {
        Args: { session?: string | null; webinar: string }
        Returns: { contacts: number; segment: Shape<'webinar_segments.segment', string> }[]
      }
      webinar_template_from: {
        Args: { about?: string; name: string; webinar: string }
        Returns: string
      }
      webinar_template_preview: {
        Args: { token: string }
        Returns: { definition: Shape<'webinar_template_preview.definition', Json>; expires_at: string; mails: Shape<'webinar_template_preview.mails', Json>; name: Shape<'webinar_template_preview.name', string>; number: number; template_id: string }[]
      }
      webinar_template_uses: {
        Args: { template: string }
        Returns: { keeps: Shape<'webinar_template_uses.keeps', string[]>; number: number; status: Shape<'webinar_template_uses.status', string>; title: Shape<'webinar_template_uses.title', string>; updates: Shape<'webinar_template_uses.updates', string[]>; webinar_id: string }[]
      }
      webinar_topic_of_caller: {
        Args: Record<PropertyKey, never>
        Returns: string | null
      }
      webinar_typed_address: {
        Args: { token: string }
        Returns: string | null
      }
      webinar_visit: {
        Args: { token: string }
        Returns: { cancel_reason: Shape<'webinar_visit.cancel_reason', string> | null; captions_url: Shape<'webinar_visit.captions_url', string> | null; chapters: Shape<'webinar_visit.chapters', Json>; client_zone: Shape<'webinar_visit.client_zone', string>; duration_minutes: number; email: Shape<'webinar_visit.email', string>; ends_at: string | null; first_name: Shape<'webinar_visit.first_name', string>; ical_sequence: number; kind: Shape<'webinar_visit.kind', string>; lobby_at: string | null; may_correct: boolean; presenter: Shape<'webinar_visit.presenter', string>; recap: Shape<'webinar_visit.recap', string>; recording: Shape<'webinar_visit.recording', Json> | null; registration_id: string; registration_state: Shape<'webinar_visit.registration_state', string>; replay_until: string | null; session_id: string | null; slug: Shape<'webinar_visit.slug', string>; started_at: string | null; starts_at: string | null; state: Shape<'webinar_visit.state', string>; status: Shape<'webinar_visit.status', string> | null; stream: Shape<'webinar_visit.stream', Json> | null; stream_is_down: boolean; subtitle: Shape<'webinar_visit.subtitle', string>; thank_you_video: Shape<'webinar_visit.thank_you_video', Json> | null; title: Shape<'webinar_visit.title', string>; webinar_id: string; wish: Shape<'webinar_visit.wish', string> | null }[]
      }
      win_opportunity: {
        Args: { becomes_client?: boolean; before_id?: string | null; expected_version: number; opportunity_id: string; process_template_id?: string | null; task_name?: string | null; to_stage_id: string }
        Returns: Tables<'opportunities'>
        SetofOptions: { from: '*'; to: 'opportunities'; isOneToOne: true; isSetofReturn: false }
      }
      withdraw_consent: {
        Args: { address: string; channel: string; source: string }
        Returns: string[]
      }
      withdraw_signature_request: {
        Args: { request: string }
        Returns: undefined
      }
      words_of_name: {
        Args: { search_name: string }
        Returns: Shape<'words_of_name', string[]> | null
      }
      write_due_notices: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      write_signature: {
        Args: { full_name: string; ip: string; request: string; user_agent: string }
        Returns: string | null
      }
    }
    Enums: Record<never, never>
    CompositeTypes: {
      appointment_filter: { from_day: string | null; hosts: readonly string[] | null; query: string | null; shown: string | null; types: readonly string[] | null; until_day: string | null }
      document_to_issue: { amount_agorot: number | null; buyer_name: string | null; company_number: string | null; corrects_provider_id: string | null; document_on: string | null; id: string | null; installments: number | null; is_stand_in: boolean | null; kind: string | null; last4: string | null; method: string | null; paid_on: string | null; payment_reference: string | null; reference: string | null; title: string | null; tries: number | null; vat_percent: number | null }
      due_charge: { charge_id: string | null; contact_id: string | null; due_on: string | null; full_name: string | null; left_agorot: number | null; number: number | null; title: string | null }
      opportunity_filter: { closes_from: string | null; closes_until: string | null; owners: readonly string[] | null; products: readonly string[] | null; query: string | null; rotting: boolean | null; sources: readonly string[] | null; statuses: readonly string[] | null; steps: readonly string[] | null; without_close: boolean | null }
      order_filter: { from_day: string | null; query: string | null; shown: string | null; until_day: string | null }
    }
  }
}

type Relations = Database['public']['Tables'] & Database['public']['Views']
type Functions = Database['public']['Functions']
/** A row of a table or a view. */
export type Tables<Name extends keyof Relations> = Relations[Name]['Row']
/** A new row of a table. */
export type TablesInsert<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Insert']
/** A row that a function returns. */
export type FunctionRow<Name extends keyof Functions> = Functions[Name]['Returns'] extends (infer Row)[] ? Row : Functions[Name]['Returns']
