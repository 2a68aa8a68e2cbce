-- Whoever is deleted is looked for among those that were merged into them; without this every such look read through everybody.
create index contacts_merged_into on contacts (merged_into_id) where merged_into_id is not null;
