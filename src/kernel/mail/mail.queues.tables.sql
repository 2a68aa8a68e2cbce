-- The queue of the jobs that send the row, see jobs.enqueue: messages to servers that may hang leave the other runners free.
alter table mail.outbox add column queue text;
