grant insert (home_mail), update (home_mail) on contacts to authenticated;
