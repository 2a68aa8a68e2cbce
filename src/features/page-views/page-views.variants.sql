-- Which page's words stood at the address, where several are being compared there. Null: the page's own, or a visitor who takes no part.
alter table page_views add column variant text constraint view_variant_length check (length(variant) between 1 and 300);
create index page_views_compared on page_views (visitor, at) where variant is not null;
