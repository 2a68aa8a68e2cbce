type Db = { one<Row>(text: string): Promise<Row> }
type Context = { transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/** Returns role and user id as the database sees them. */
export default {
  caller: 'signed-in',
  fetch: async (_request: Request, { transaction }: Context) =>
    Response.json(await transaction((db) => db.one('select current_user as role, auth.uid() as id'))),
}
