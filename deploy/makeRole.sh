# Run once by the image of PostgreSQL, on an empty volume: makes the database and the role that the app uses. The role owns that
# database and nothing else; nobody can sign in as the superuser over the network.
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres --dbname=postgres <<'SQL'
create role mulgil login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database mulgil owner mulgil encoding 'UTF8' template template0;
revoke all on database mulgil from public;
alter role postgres password null;
SQL
