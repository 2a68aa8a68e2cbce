-- Channels on which the app hears of changed rows. Private, and nobody may send on them: on a public one any visitor could,
-- and drown out the people at work. What is heard of a row, the policies of its table decide.
create policy "whoever is signed in hears of changes" on realtime.messages for select to authenticated
  using ((select realtime.topic()) like 'changes:%');
