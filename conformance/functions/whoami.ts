type Db = { one<Row>(text: string): Promise<Row> }
type Context = { transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/** Returns the role and user id of the database session. */
export default {
  caller: 'signed-in',
  fetch: async (_request: Request, { transaction }: Context) =>
    Response.json(await transaction((db) => db.one('select current_user as role, auth.uid() as id'))),
}
