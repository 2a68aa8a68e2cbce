// Rows of auth.users and auth.identities, and their JSON in responses.
import { randomUUID } from 'node:crypto'
import type { Db } from '../postgres/transaction.ts'
import { checkEmail } from './request-body.ts'
import { type PublicFactor, factorResponse } from './factors/factor.ts'
import { hashPassword } from './passwords/passwords.ts'

type Metadata = Record<string, unknown>

type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  phone_change: string
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  created_at: Date
  updated_at: Date
  banned_until: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
  identities: IdentityRow[]
  factors: PublicFactor[]
}

/** Selects users as `u`, each with identities and factors. */
export const userRows = `select u.*, (
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.provider), '[]') from auth.identities i where i.user_id = u.id
  ) as identities, (
    select coalesce(jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id), '[]') from auth.mfa_factors f where f.user_id = u.id
  ) as factors from auth.users u`

const select = `${userRows} where u.deleted_at is null and`

export const userById = async (db: Db, id: string) => (await db.query<UserRow>(`${select} u.id = $1`, [id]))[0]

const byEmail = `${select} u.email = $1 and not u.is_sso_user`

export const userByEmail = async (db: Db, email: string) => (await db.query<UserRow>(byEmail, [email]))[0]

export const userByPhone = async (db: Db, phone: string) =>
  (await db.query<UserRow>(`${select} u.phone = $1`, [phone]))[0]

/** Locks the row until the transaction ends, which serializes concurrent sign-ups of one address. */
export const lockedUserByEmail = async (db: Db, email: string) =>
  (await db.query<UserRow>(`${byEmail} for update of u`, [email]))[0]

/** Locks the row until the transaction ends, which serializes concurrent changes of one account. */
export async function lockedUserById(db: Db, id: string) {
  await db.query('select from auth.users where id = $1 for update', [id])
  return userById(db, id)
}

export const isBanned = ({ banned_until }: UserRow) => banned_until !== null && banned_until > new Date()

export type NewUser = {
  id?: string
  aud?: string
  role?: string
  email?: string | null
  phone?: string | null
  passwordHash: string | null
  /** Whether the email address is verified. */
  isConfirmed: boolean
  isPhoneConfirmed?: boolean
  isAnonymous?: boolean
  data?: Metadata
  appData?: Metadata
  /** Whether the user signed up themselves: then the metadata repeats the identity, as upstream does. */
  isSelfSignUp?: boolean
  /** The identity of an external provider. If undefined, identities are created from the email and the phone. */
  identity?: NewIdentity
}

export type NewIdentity = { provider: string; providerId: string; data: Metadata }

/**
 * Inserts an account with its identities. A taken email violates users_email_partial_key, a taken phone
 * users_phone_key.
 */
export async function insertUser(db: Db, newUserInput: NewUser) {
  const { id = randomUUID(), email = null, phone = null, isConfirmed, isPhoneConfirmed = false } = newUserInput
  const identities = newUserInput.identity ? [newUserInput.identity] : ownIdentities(id, newUserInput)
  const providers = identities.map(({ provider }) => provider)
  const isOwn = newUserInput.isSelfSignUp === true || newUserInput.identity !== undefined
  const proven = { ...(isConfirmed && { email_verified: true }), ...(isPhoneConfirmed && { phone_verified: true }) }
  const known = isOwn ? (Object.assign({}, ...identities.map(({ data }) => data).reverse()) as Metadata) : proven
  await db.query(
    `insert into auth.users (id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
       raw_app_meta_data, raw_user_meta_data, is_anonymous)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, case when $8 then now() end, $9, $10, $11)`,
    [
      id,
      newUserInput.aud ?? 'authenticated',
      newUserInput.role ?? 'authenticated',
      email,
      phone,
      newUserInput.passwordHash,
      isConfirmed,
      isPhoneConfirmed,
      JSON.stringify({ ...newUserInput.appData, ...(providers.length > 0 && { provider: providers[0], providers }) }),
      JSON.stringify({ ...withoutServerKeys(newUserInput.data), ...known }),
      newUserInput.isAnonymous ?? false,
    ],
  )
  for (const identity of identities) await insertIdentity(db, id, identity)
  return (await userById(db, id))!
}

/** Removes the keys that only the server may set: identity and verification. */
function withoutServerKeys(data: Metadata = {}) {
  const { sub: _, email: __, email_verified: ___, phone_verified: ____, ...rest } = data
  return rest
}

/** Builds the SQL that merges an identifier into user metadata: existing keys are updated, true flags are added. */
export const metadataWith = (parameter: string) => `raw_user_meta_data || (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${parameter}::jsonb)
  where raw_user_meta_data ? key or value = 'true')`

/** Adds an identity to a user. A taken identity violates identities_provider_id_provider_unique. */
export async function insertIdentity(db: Db, userId: string, { provider, providerId, data }: NewIdentity) {
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at) values ($1, $2, $3, $4, now())`,
    [providerId, userId, JSON.stringify(data), provider],
  )
}

function ownIdentities(id: string, { email, phone, isConfirmed, isPhoneConfirmed = false }: NewUser): NewIdentity[] {
  const verified = { email_verified: isConfirmed && !!email, phone_verified: isPhoneConfirmed && !!phone }
  return [
    ...(email ? [{ provider: 'email', providerId: id, data: { sub: id, email, ...verified } }] : []),
    ...(phone ? [{ provider: 'phone', providerId: id, data: { sub: id, phone, ...verified } }] : []),
  ]
}

/**
 * Creates an account on behalf of the operator, without a mail: for demo data and the first owner.
 * `db` uses the login supabase_auth_admin. Returns the id.
 */
export async function createUser(
  db: Db,
  user: { email: string; password: string; emailConfirmed?: boolean; data?: Metadata; appData?: Metadata },
): Promise<string> {
  const { id } = await insertUser(db, {
    email: checkEmail(user.email.trim().toLowerCase()),
    passwordHash: await hashPassword(user.password),
    isConfirmed: user.emailConfirmed ?? true,
    ...(user.data && { data: user.data }),
    ...(user.appData && { appData: user.appData }),
  })
  return id
}

/** Deletes the account with its sessions and tokens. Rows of other tables follow their foreign keys. Returns false when it did not exist. */
export async function deleteUser(db: Db, id: string): Promise<boolean> {
  return (await db.query('delete from auth.users where id = $1 returning id', [id])).length > 0
}

/** A user as returned by the API. Empty values are omitted, except `email` and `phone`. */
export function userResponse(user: UserRow) {
  const optional = {
    email_confirmed_at: user.email_confirmed_at,
    phone_confirmed_at: user.phone_confirmed_at,
    confirmed_at: user.confirmed_at,
    invited_at: user.invited_at,
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change || null,
    email_change_sent_at: user.email_change && user.email_change_sent_at,
    new_phone: user.phone_change || null,
    phone_change_sent_at: user.phone_change && user.phone_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
  }
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length > 0 && { factors: user.factors.map(factorResponse) }),
    identities: user.identities.map(identityResponse),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}

function identityResponse({ id, provider_id, email, last_sign_in_at, ...rest }: IdentityRow) {
  return {
    identity_id: id,
    id: provider_id,
    ...rest,
    ...(last_sign_in_at && { last_sign_in_at }),
    ...(email && { email }),
  }
}
