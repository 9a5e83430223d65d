-- The whole schema of version 0.2.0: what the former migrations make in many steps.
-- A database that has some of those gets the rest of them instead: see `migrate` in apps/api/src/migrations.ts.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE archiving AS ENUM ('PENDING', 'FAILED');
CREATE TYPE channel_name AS ENUM ('FAM', 'TEXAS_RED');
CREATE TYPE curve_quantity AS ENUM ('fluorescence', 'derivative');
CREATE TYPE delivery_state AS ENUM ('WAITING', 'SENDING', 'SENT', 'NOT_SENT');
CREATE TYPE diagnostic_state AS ENUM ('INITIAL', 'UPDATED');
CREATE TYPE kit_status AS ENUM ('VALIDATED', 'NOT_VALIDATED', 'PERF');
CREATE TYPE phase_type AS ENUM ('MELT', 'ANNEAL');
CREATE TYPE plate_type AS ENUM ('RECTANGULAR_96', 'RECTANGULAR_384');
CREATE TYPE run_date_source AS ENUM ('FILE', 'FILE_ZONE', 'IMPORT', 'PERSON', 'UNKNOWN');
CREATE TYPE run_status AS ENUM ('RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL', 'APPROVED', 'REJECTED');
CREATE TYPE sample_type AS ENUM ('BLOOD', 'DNA', 'NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD');
CREATE TYPE signed_decision AS ENUM ('submit', 'approve', 'reject');
CREATE TYPE transfer_authentication AS ENUM ('PASSWORD', 'SSH_KEY');
CREATE TYPE transfer_protocol AS ENUM ('FTP', 'SFTP');

CREATE FUNCTION audit_words(actor_name text, details jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(((actor_name || ' '::text) || "left"((details)::text, 1000)));

CREATE TABLE analyser (
  id uuid NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  profile jsonb NOT NULL,
  max_number_of_files_by_run integer NOT NULL,
  file_types text[],
  active boolean DEFAULT true NOT NULL,
  "order" integer DEFAULT 0 NOT NULL,
  CONSTRAINT analyser_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX analyser_name_key ON analyser (name);

CREATE TABLE app_user (
  id uuid NOT NULL,
  login text NOT NULL,
  subject text,
  firstname text NOT NULL,
  lastname text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  physician boolean DEFAULT false NOT NULL,
  sales_admin boolean DEFAULT false NOT NULL,
  qa_admin boolean DEFAULT false NOT NULL,
  rd_admin boolean DEFAULT false NOT NULL,
  super_admin boolean DEFAULT false NOT NULL,
  extra_roles text[] DEFAULT ARRAY[]::text[],
  laboratory_id uuid,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_sign_in_at timestamp(6) with time zone,
  deleted_at timestamp(6) with time zone,
  roles_set_here boolean DEFAULT false NOT NULL,
  way_by_ids uuid[] DEFAULT ARRAY[]::uuid[],
  CONSTRAINT app_user_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX app_user_email_key ON app_user (email);
CREATE INDEX app_user_laboratory_id_firstname_idx ON app_user (laboratory_id, lower(firstname), login);
CREATE INDEX app_user_laboratory_id_lastname_idx ON app_user (laboratory_id, lower(lastname), login);
CREATE INDEX app_user_laboratory_id_login_idx ON app_user (laboratory_id, login);
CREATE UNIQUE INDEX app_user_login_key ON app_user (login);
CREATE INDEX app_user_search_idx ON app_user USING gin ((((((((((login || ' '::text) || firstname) || ' '::text) || lastname) || ' '::text) || firstname) || ' '::text) || email)) gin_trgm_ops);
CREATE UNIQUE INDEX app_user_subject_key ON app_user (subject);

CREATE TABLE audit_event (
  id bigserial NOT NULL,
  laboratory_id uuid,
  at timestamp(6) with time zone DEFAULT clock_timestamp() NOT NULL,
  actor_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  request_id text,
  actor_role text,
  address text,
  brought_in boolean DEFAULT false NOT NULL,
  hash character(64) NOT NULL,
  number bigint NOT NULL,
  previous_hash character(64) NOT NULL,
  CONSTRAINT audit_event_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_event_actor_id_at_id_idx ON audit_event (actor_id, at, id);
CREATE INDEX audit_event_actor_id_id_idx ON audit_event (actor_id, id);
CREATE INDEX audit_event_at_id_idx ON audit_event (at, id);
CREATE INDEX audit_event_entity_entity_id_id_idx ON audit_event (entity, entity_id, id);
CREATE INDEX audit_event_laboratory_id_action_at_id_idx ON audit_event (laboratory_id, action, at, id);
CREATE INDEX audit_event_laboratory_id_at_id_idx ON audit_event (laboratory_id, at, id);
CREATE INDEX audit_event_laboratory_id_id_idx ON audit_event (laboratory_id, id);
CREATE UNIQUE INDEX audit_event_laboratory_id_number_key ON audit_event (laboratory_id, number) NULLS NOT DISTINCT;
CREATE INDEX audit_event_not_brought_in_idx ON audit_event (laboratory_id, id) WHERE (number < 0);
CREATE INDEX audit_event_words_idx ON audit_event USING gin (audit_words(actor_name, details) gin_trgm_ops);

CREATE TABLE audit_head (
  chain uuid NOT NULL,
  number bigint NOT NULL,
  hash character(64) NOT NULL,
  CONSTRAINT audit_head_pkey PRIMARY KEY (chain)
);

CREATE TABLE channel_analysis (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  name text NOT NULL,
  channel channel_name NOT NULL,
  phases phase_type[],
  CONSTRAINT channel_analysis_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX channel_analysis_run_id_channel_key ON channel_analysis (run_id, channel);

CREATE TABLE combination_rule (
  id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  analyser_id uuid NOT NULL,
  channel channel_name NOT NULL,
  "order" integer NOT NULL,
  zones text[],
  diagnostic_color_id uuid,
  expressions jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT combination_rule_pkey PRIMARY KEY (id)
);
CREATE INDEX combination_rule_analyser_id_idx ON combination_rule (analyser_id);
CREATE INDEX combination_rule_diagnostic_color_id_idx ON combination_rule (diagnostic_color_id);
CREATE UNIQUE INDEX combination_rule_kit_version_id_reaction_buffer_id_analyser_key ON combination_rule (kit_version_id, reaction_buffer_id, analyser_id, channel, "order");
CREATE INDEX combination_rule_reaction_buffer_id_idx ON combination_rule (reaction_buffer_id);

CREATE TABLE comment (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  well_id uuid,
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  value text NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  edited_at timestamp(6) with time zone,
  CONSTRAINT comment_pkey PRIMARY KEY (id)
);
CREATE INDEX comment_run_id_created_at_idx ON comment (run_id, created_at);
CREATE INDEX comment_well_id_idx ON comment (well_id);

CREATE TABLE control_note (
  id uuid NOT NULL,
  reading_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  value text NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT control_note_pkey PRIMARY KEY (id)
);
CREATE INDEX control_note_reading_id_created_at_idx ON control_note (reading_id, created_at);

CREATE TABLE control_peak (
  reading_id uuid NOT NULL,
  phase phase_type NOT NULL,
  place integer NOT NULL,
  zone character(1),
  tm double precision NOT NULL,
  tm_error double precision,
  height double precision NOT NULL,
  quality double precision NOT NULL,
  counted boolean NOT NULL,
  CONSTRAINT control_peak_pkey PRIMARY KEY (reading_id, phase, place)
);

CREATE TABLE control_reading (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  laboratory_id uuid NOT NULL,
  series_id uuid NOT NULL,
  run_id uuid NOT NULL,
  well_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  read_at timestamp(6) with time zone NOT NULL,
  call text,
  left_out_by_id uuid,
  left_out_by_name text,
  left_out_at timestamp(6) with time zone,
  left_out_reason text,
  revision integer DEFAULT 1 NOT NULL,
  broken_rule jsonb,
  CONSTRAINT control_reading_pkey PRIMARY KEY (id)
);
CREATE INDEX control_reading_kit_version_id_idx ON control_reading (kit_version_id);
CREATE INDEX control_reading_laboratory_id_read_at_idx ON control_reading (laboratory_id, read_at);
CREATE INDEX control_reading_lot_id_idx ON control_reading (lot_id);
CREATE INDEX control_reading_run_id_idx ON control_reading (run_id);
CREATE INDEX control_reading_series_id_read_at_idx ON control_reading (series_id, read_at);
CREATE UNIQUE INDEX control_reading_well_id_key ON control_reading (well_id);

CREATE TABLE control_reference (
  laboratory_id uuid NOT NULL,
  kit_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  reason text NOT NULL,
  by_id uuid NOT NULL,
  by_name text NOT NULL,
  at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  CONSTRAINT control_reference_pkey PRIMARY KEY (laboratory_id, kit_id, reaction_buffer_id)
);
CREATE INDEX control_reference_kit_id_idx ON control_reference (kit_id);
CREATE INDEX control_reference_lot_id_idx ON control_reference (lot_id);
CREATE INDEX control_reference_reaction_buffer_id_idx ON control_reference (reaction_buffer_id);

CREATE TABLE control_series (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  laboratory_id uuid NOT NULL,
  kit_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  analyser_id uuid NOT NULL,
  channel channel_name NOT NULL,
  sample_type sample_type NOT NULL,
  expected text DEFAULT ''::text NOT NULL,
  CONSTRAINT control_series_pkey PRIMARY KEY (id)
);
CREATE INDEX control_series_analyser_id_idx ON control_series (analyser_id);
CREATE INDEX control_series_kit_id_idx ON control_series (kit_id);
CREATE UNIQUE INDEX control_series_laboratory_id_kit_id_reaction_buffer_id_chan_key ON control_series (laboratory_id, kit_id, reaction_buffer_id, channel, analyser_id, sample_type, expected);
CREATE INDEX control_series_reaction_buffer_id_idx ON control_series (reaction_buffer_id);

CREATE TABLE diagnostic_color (
  id uuid NOT NULL,
  kit_id uuid,
  diagnostic_name text NOT NULL,
  label text NOT NULL,
  color character(7) NOT NULL,
  "order" integer DEFAULT 0 NOT NULL,
  active boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  CONSTRAINT diagnostic_color_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX diagnostic_color_control_key ON diagnostic_color (diagnostic_name) WHERE (kit_id IS NULL);
CREATE UNIQUE INDEX diagnostic_color_kit_id_diagnostic_name_key ON diagnostic_color (kit_id, diagnostic_name);

CREATE TABLE interpreted_well (
  id uuid NOT NULL,
  interpretation_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  well_id uuid,
  explanation jsonb NOT NULL,
  former_well_id uuid,
  CONSTRAINT interpreted_well_now_or_before CHECK ((num_nonnulls(well_id, former_well_id) = 1)),
  CONSTRAINT interpreted_well_pkey PRIMARY KEY (id)
);
CREATE INDEX interpreted_well_former_well_id_idx ON interpreted_well (former_well_id);
CREATE INDEX interpreted_well_interpretation_id_idx ON interpreted_well (interpretation_id);
CREATE UNIQUE INDEX interpreted_well_well_id_key ON interpreted_well (well_id);

CREATE TABLE kit_version (
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  version text NOT NULL,
  validity_start_date date,
  validity_end_date date,
  is_editable boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  negative_controls integer DEFAULT 1 NOT NULL,
  outside_diagnostic_id uuid,
  positive_controls integer DEFAULT 0 NOT NULL,
  tm_shift_limit double precision,
  melt_templates_from text,
  CONSTRAINT kit_version_controls CHECK (negative_controls BETWEEN 0 AND 20 AND positive_controls BETWEEN 0 AND 20),
  CONSTRAINT kit_version_melt_templates_from CHECK ((melt_templates_from = ANY (ARRAY['plate'::text, 'plate-or-kept'::text]))),
  CONSTRAINT kit_version_tm_shift_limit CHECK (((tm_shift_limit >= (0.5)::double precision) AND (tm_shift_limit <= (2)::double precision))),
  CONSTRAINT kit_version_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX kit_version_kit_id_version_key ON kit_version (kit_id, version);
CREATE INDEX kit_version_outside_diagnostic_id_idx ON kit_version (outside_diagnostic_id);

CREATE TABLE run (
  id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  business_id integer NOT NULL,
  plate_id text,
  plate_type plate_type NOT NULL,
  name text NOT NULL,
  run_date timestamp(6) with time zone NOT NULL,
  imported_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  created_by_id uuid NOT NULL,
  created_by_name text NOT NULL,
  instrument_name text NOT NULL,
  analyser_id uuid NOT NULL,
  file_name text NOT NULL,
  status run_status DEFAULT 'RUN_TO_INTERPRET'::run_status NOT NULL,
  submitted_by_id uuid,
  submitted_by_name text,
  submitted_at timestamp(6) with time zone,
  interpreted_by_id uuid,
  interpreted_by_name text,
  interpreted_at timestamp(6) with time zone,
  decided_by_id uuid,
  decided_by_name text,
  decided_at timestamp(6) with time zone,
  ftp_sent boolean,
  kit_reaction_buffer text DEFAULT ''::text NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  import_report jsonb NOT NULL,
  archived_by_id uuid,
  archived_by_name text,
  archived_at timestamp(6) with time zone,
  deletion_date date,
  revision integer DEFAULT 1 NOT NULL,
  archive_request_id uuid,
  archiving archiving,
  trial_lot_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  fit_answer jsonb,
  run_date_by_id uuid,
  run_date_by_name text,
  run_date_recorded boolean DEFAULT false NOT NULL,
  run_date_source run_date_source DEFAULT 'UNKNOWN'::run_date_source NOT NULL,
  run_date_text text,
  run_date_zone text,
  CONSTRAINT run_pkey PRIMARY KEY (id)
);
CREATE INDEX run_analyser_id_idx ON run (analyser_id);
CREATE INDEX run_archived_business_id_idx ON run (laboratory_id, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_file_name_idx ON run (laboratory_id, file_name, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_file_name_search_idx ON run USING gin (file_name gin_trgm_ops) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_instrument_name_idx ON run (laboratory_id, instrument_name, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_interpreted_by_name_idx ON run (laboratory_id, interpreted_by_name, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_kit_reaction_buffer_idx ON run (laboratory_id, kit_reaction_buffer, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_plate_id_idx ON run (laboratory_id, plate_id, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_run_date_idx ON run (laboratory_id, run_date, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_since_idx ON run (laboratory_id, COALESCE(archived_at, decided_at, submitted_at, imported_at), business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_status_idx ON run (laboratory_id, status, business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_archived_undecided_idx ON run (laboratory_id, (
CASE status
    WHEN 'WAIT_FOR_APPROVAL'::run_status THEN 2
    WHEN 'RUN_TO_INTERPRET'::run_status THEN 1
    ELSE 0
END), business_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX run_deletion_date_idx ON run (deletion_date);
CREATE UNIQUE INDEX run_laboratory_id_business_id_key ON run (laboratory_id, business_id);
CREATE INDEX run_live_business_id_idx ON run (laboratory_id, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_file_name_idx ON run (laboratory_id, file_name, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_instrument_name_idx ON run (laboratory_id, instrument_name, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_interpreted_by_name_idx ON run (laboratory_id, interpreted_by_name, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_kit_reaction_buffer_idx ON run (laboratory_id, kit_reaction_buffer, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_plate_id_idx ON run (laboratory_id, plate_id, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_run_date_idx ON run (laboratory_id, run_date, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_search_text_idx ON run USING gin (search_text gin_trgm_ops) WHERE (archived_at IS NULL);
CREATE INDEX run_live_since_idx ON run (laboratory_id, COALESCE(archived_at, decided_at, submitted_at, imported_at), business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_status_idx ON run (laboratory_id, status, business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_live_status_since_idx ON run (laboratory_id, status, COALESCE(archived_at, decided_at, submitted_at, imported_at)) WHERE (archived_at IS NULL);
CREATE INDEX run_live_undecided_idx ON run (laboratory_id, (
CASE status
    WHEN 'WAIT_FOR_APPROVAL'::run_status THEN 2
    WHEN 'RUN_TO_INTERPRET'::run_status THEN 1
    ELSE 0
END), business_id) WHERE (archived_at IS NULL);
CREATE INDEX run_not_sent_idx ON run (laboratory_id, business_id) WHERE ((ftp_sent = false) AND (archived_at IS NULL));

CREATE TABLE well (
  id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  "position" text NOT NULL,
  name text,
  sample_type sample_type,
  kit_version_id uuid,
  lot_id uuid,
  reaction_buffer_id uuid,
  expected_diagnostic_id uuid,
  result text,
  score double precision,
  diagnostic_comment text,
  order_id text,
  CONSTRAINT well_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX well_analysis_id_position_key ON well (analysis_id, "position");
CREATE INDEX well_expected_diagnostic_id_idx ON well (expected_diagnostic_id);
CREATE INDEX well_kit_version_id_idx ON well (kit_version_id);
CREATE INDEX well_lot_id_idx ON well (lot_id);
CREATE INDEX well_name_search_idx ON well USING gin (lower(name) gin_trgm_ops);
CREATE INDEX well_reaction_buffer_id_idx ON well (reaction_buffer_id);
CREATE INDEX well_run_id_idx ON well (run_id);

CREATE TABLE decision_record (
  decision_id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  hash character(64) NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT decision_record_pkey PRIMARY KEY (decision_id)
);
CREATE INDEX decision_record_run_id_idx ON decision_record (run_id);

CREATE TABLE delivery (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  state delivery_state NOT NULL,
  requested_by_id uuid,
  requested_by_name text NOT NULL,
  requested_at timestamp(6) with time zone NOT NULL,
  turn integer DEFAULT 1 NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  next_try_at timestamp(6) with time zone,
  sending_file integer DEFAULT 0 NOT NULL,
  files jsonb DEFAULT '[]'::jsonb NOT NULL,
  happened text,
  settled_at timestamp(6) with time zone,
  fault text,
  CONSTRAINT delivery_pkey PRIMARY KEY (id)
);
CREATE INDEX delivery_laboratory_id_requested_at_idx ON delivery (laboratory_id, requested_at);
CREATE INDEX delivery_laboratory_id_state_idx ON delivery (laboratory_id, state);
CREATE INDEX delivery_not_sent_idx ON delivery (state, requested_at) WHERE (state <> 'SENT'::delivery_state);
CREATE UNIQUE INDEX delivery_run_id_key ON delivery (run_id);

CREATE TABLE delivery_log (
  id bigserial NOT NULL,
  delivery_id uuid NOT NULL,
  turn integer NOT NULL,
  try integer NOT NULL,
  at timestamp(6) with time zone NOT NULL,
  step text NOT NULL,
  ok boolean NOT NULL,
  message text NOT NULL,
  CONSTRAINT delivery_log_pkey PRIMARY KEY (id)
);
CREATE INDEX delivery_log_delivery_id_id_idx ON delivery_log (delivery_id, id);

CREATE TABLE file_transfer_connection (
  id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  send_files_on_approval boolean DEFAULT false NOT NULL,
  protocol transfer_protocol NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  directory text NOT NULL,
  authentication transfer_authentication NOT NULL,
  username text NOT NULL,
  encrypted_password text,
  encrypted_private_key text,
  host_key_fingerprint text,
  revision integer DEFAULT 1 NOT NULL,
  host_key_known_at timestamp(6) with time zone,
  tls boolean DEFAULT true NOT NULL,
  sent_parts text[] DEFAULT ARRAY['FILES'::text, 'REPORT'::text],
  notice_addresses text[] DEFAULT ARRAY[]::text[] NOT NULL,
  CONSTRAINT file_transfer_connection_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX file_transfer_connection_laboratory_id_key ON file_transfer_connection (laboratory_id);

CREATE TABLE installation (
  id integer DEFAULT 1 NOT NULL,
  restored_at timestamp(6) with time zone,
  backup_made_at timestamp(6) with time zone,
  last_backup_at timestamp(6) with time zone,
  trail_checked_at timestamp(6) with time zone,
  trail_unbroken boolean,
  rolled_back_at timestamp(6) with time zone,
  rolled_back_heads jsonb,
  heads_kept_at timestamp(6) with time zone,
  CONSTRAINT installation_one_row CHECK ((id = 1)),
  CONSTRAINT installation_pkey PRIMARY KEY (id)
);

CREATE TABLE interpretation (
  id uuid NOT NULL,
  run_id uuid,
  laboratory_id uuid NOT NULL,
  algorithm_version text NOT NULL,
  software_version text NOT NULL,
  input_sha256 character(64) NOT NULL,
  configuration jsonb NOT NULL,
  configuration_sha256 character(64) NOT NULL,
  interpreted_by_id uuid NOT NULL,
  interpreted_by_name text NOT NULL,
  interpreted_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  former_run_id uuid,
  replaced_at timestamp(6) with time zone,
  replaced_by_id uuid,
  replaced_by_name text,
  replaced_reason text,
  replaced_status run_status,
  engine_sha256 character(64),
  result_hashes jsonb,
  CONSTRAINT interpretation_now_or_before CHECK (((num_nonnulls(run_id, former_run_id) = 1) AND (num_nonnulls(former_run_id, replaced_at, replaced_by_id, replaced_by_name, replaced_status) = ANY (ARRAY[0, 5])))),
  CONSTRAINT interpretation_pkey PRIMARY KEY (id)
);
CREATE INDEX interpretation_former_run_id_replaced_at_idx ON interpretation (former_run_id, replaced_at);
CREATE UNIQUE INDEX interpretation_run_id_key ON interpretation (run_id);

CREATE TABLE interpretation_chart (
  interpretation_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  version integer NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT interpretation_chart_pkey PRIMARY KEY (interpretation_id)
);
ALTER TABLE interpretation_chart ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE interpretation_claim (
  run_id uuid NOT NULL,
  token uuid NOT NULL,
  until timestamp(6) with time zone NOT NULL,
  CONSTRAINT interpretation_claim_pkey PRIMARY KEY (run_id)
);

CREATE TABLE interpreted_slopes (
  id uuid NOT NULL,
  interpretation_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  channel channel_name NOT NULL,
  phase phase_type NOT NULL,
  positions text[],
  point_counts integer[],
  temperatures bytea NOT NULL,
  "values" bytea NOT NULL,
  CONSTRAINT interpreted_slopes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX interpreted_slopes_interpretation_id_channel_phase_key ON interpreted_slopes (interpretation_id, channel, phase);

CREATE TABLE interpreted_well_diagnostic (
  id uuid NOT NULL,
  interpreted_well_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  state diagnostic_state NOT NULL,
  diagnostic_color jsonb,
  comment text,
  by_id uuid NOT NULL,
  by_name text NOT NULL,
  at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  is_undo boolean DEFAULT false NOT NULL,
  CONSTRAINT interpreted_well_diagnostic_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX interpreted_well_diagnostic_initial_key ON interpreted_well_diagnostic (interpreted_well_id) WHERE (state = 'INITIAL'::diagnostic_state);
CREATE INDEX interpreted_well_diagnostic_interpreted_well_id_at_idx ON interpreted_well_diagnostic (interpreted_well_id, at);

CREATE TABLE kept_answer (
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash character(64) NOT NULL,
  request_id text NOT NULL,
  at timestamp(6) with time zone NOT NULL,
  answered_at timestamp(6) with time zone,
  answer text,
  CONSTRAINT kept_answer_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX kept_answer_at_idx ON kept_answer (at);

CREATE TABLE kept_dye (
  id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  analyser_id uuid NOT NULL,
  dye text NOT NULL,
  channel channel_name,
  kept_by_name text NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT kept_dye_pkey PRIMARY KEY (id)
);
CREATE INDEX kept_dye_analyser_id_idx ON kept_dye (analyser_id);
CREATE UNIQUE INDEX kept_dye_laboratory_id_analyser_id_dye_key ON kept_dye (laboratory_id, analyser_id, dye);

CREATE TABLE kept_template (
  kit_version_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  analyser_id uuid NOT NULL,
  channel channel_name NOT NULL,
  phase_type phase_type NOT NULL,
  zone character(1) NOT NULL,
  template jsonb NOT NULL,
  by_id uuid NOT NULL,
  by_name text NOT NULL,
  at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT kept_template_pkey PRIMARY KEY (kit_version_id, reaction_buffer_id, analyser_id, channel, phase_type, zone)
);
CREATE INDEX kept_template_analyser_id_idx ON kept_template (analyser_id);
CREATE INDEX kept_template_reaction_buffer_id_idx ON kept_template (reaction_buffer_id);

CREATE TABLE kit (
  id uuid NOT NULL,
  name text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  sample boolean DEFAULT false NOT NULL,
  CONSTRAINT kit_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX kit_name_key ON kit (lower(name));

CREATE TABLE kit_analyser (
  kit_id uuid NOT NULL,
  analyser_id uuid NOT NULL,
  status kit_status DEFAULT 'NOT_VALIDATED'::kit_status NOT NULL,
  CONSTRAINT kit_analyser_pkey PRIMARY KEY (kit_id, analyser_id)
);
CREATE INDEX kit_analyser_analyser_id_idx ON kit_analyser (analyser_id);

CREATE TABLE kit_channel (
  kit_id uuid NOT NULL,
  channel channel_name NOT NULL,
  label text NOT NULL,
  CONSTRAINT kit_channel_pkey PRIMARY KEY (kit_id, channel)
);

CREATE TABLE kit_reaction_buffer (
  kit_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  CONSTRAINT kit_reaction_buffer_pkey PRIMARY KEY (kit_id, reaction_buffer_id)
);
CREATE INDEX kit_reaction_buffer_reaction_buffer_id_idx ON kit_reaction_buffer (reaction_buffer_id);

CREATE TABLE kit_trial (
  laboratory_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  analyser_id uuid NOT NULL,
  settings_sha256 text NOT NULL,
  runs integer NOT NULL,
  calls integer NOT NULL,
  changes integer NOT NULL,
  by_id uuid NOT NULL,
  by_name text NOT NULL,
  at timestamp(6) with time zone NOT NULL,
  CONSTRAINT kit_trial_pkey PRIMARY KEY (kit_version_id, laboratory_id, reaction_buffer_id, analyser_id, settings_sha256)
);
CREATE INDEX kit_trial_analyser_id_idx ON kit_trial (analyser_id);
CREATE INDEX kit_trial_laboratory_id_idx ON kit_trial (laboratory_id);
CREATE INDEX kit_trial_reaction_buffer_id_idx ON kit_trial (reaction_buffer_id);

CREATE TABLE laboratory (
  id uuid NOT NULL,
  name text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  submitter_may_approve boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  rules jsonb DEFAULT '{}'::jsonb NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  demonstration boolean DEFAULT false NOT NULL,
  CONSTRAINT laboratory_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX laboratory_name_key ON laboratory (lower(name));
CREATE INDEX laboratory_name_search_idx ON laboratory USING gin (name gin_trgm_ops);

CREATE TABLE lot (
  id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  name text NOT NULL,
  expiration_date date NOT NULL,
  active boolean DEFAULT true NOT NULL,
  admin boolean DEFAULT false NOT NULL,
  production boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT lot_pkey PRIMARY KEY (id)
);
CREATE INDEX lot_expiration_date_idx ON lot (expiration_date);
CREATE INDEX lot_kit_version_id_expiration_date_name_idx ON lot (kit_version_id, expiration_date, name);
CREATE UNIQUE INDEX lot_kit_version_id_name_key ON lot (kit_version_id, name);
CREATE INDEX lot_name_id_idx ON lot (name, id);

CREATE TABLE new_account (
  user_id uuid NOT NULL,
  subject text NOT NULL,
  email text,
  seen_at timestamp(6) with time zone NOT NULL,
  CONSTRAINT new_account_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX new_account_subject_key ON new_account (subject);

CREATE TABLE phase (
  id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  analyser_id uuid NOT NULL,
  channel channel_name NOT NULL,
  phase_type phase_type NOT NULL,
  min_threshold double precision NOT NULL,
  slope_threshold double precision NOT NULL,
  min_quality double precision NOT NULL,
  inversed boolean DEFAULT false NOT NULL,
  CONSTRAINT phase_anneal_never_inversed CHECK (((phase_type <> 'ANNEAL'::phase_type) OR (NOT inversed))),
  CONSTRAINT phase_pkey PRIMARY KEY (id)
);
CREATE INDEX phase_analyser_id_idx ON phase (analyser_id);
CREATE UNIQUE INDEX phase_kit_version_id_reaction_buffer_id_analyser_id_channel_key ON phase (kit_version_id, reaction_buffer_id, analyser_id, channel, phase_type);
CREATE INDEX phase_reaction_buffer_id_idx ON phase (reaction_buffer_id);

CREATE TABLE reaction_buffer (
  id uuid NOT NULL,
  name text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  CONSTRAINT reaction_buffer_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reaction_buffer_name_key ON reaction_buffer (lower(name));

CREATE TABLE read_log (
  id bigserial NOT NULL,
  laboratory_id uuid NOT NULL,
  user_id uuid NOT NULL,
  user_name text NOT NULL,
  session character(32) NOT NULL,
  what text NOT NULL,
  subject text NOT NULL,
  run_id uuid,
  at timestamp(6) with time zone NOT NULL,
  address text,
  CONSTRAINT read_log_pkey PRIMARY KEY (id)
);
CREATE INDEX read_log_at_idx ON read_log (at);
CREATE INDEX read_log_laboratory_id_at_idx ON read_log (laboratory_id, at);
CREATE INDEX read_log_run_id_idx ON read_log (run_id);
CREATE UNIQUE INDEX read_log_user_id_session_what_subject_key ON read_log (user_id, session, what, subject);

CREATE TABLE record_check (
  run_id uuid NOT NULL,
  is_unchanged boolean NOT NULL,
  checked_at timestamp(6) with time zone NOT NULL,
  CONSTRAINT record_check_pkey PRIMARY KEY (run_id)
);
CREATE INDEX record_check_checked_at_idx ON record_check (checked_at);

CREATE TABLE release_seen (
  user_id uuid NOT NULL,
  version text NOT NULL,
  seen_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT release_seen_pkey PRIMARY KEY (user_id, version)
);

CREATE TABLE run_counter (
  laboratory_id uuid NOT NULL,
  last_business_id integer DEFAULT 0 NOT NULL,
  CONSTRAINT run_counter_pkey PRIMARY KEY (laboratory_id)
);

CREATE TABLE run_curves (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  channel channel_name NOT NULL,
  phase phase_type NOT NULL,
  quantity curve_quantity NOT NULL,
  positions text[],
  point_counts integer[],
  temperatures bytea NOT NULL,
  "values" bytea NOT NULL,
  CONSTRAINT run_curves_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX run_curves_run_id_channel_phase_key ON run_curves (run_id, channel, phase);

CREATE TABLE run_decision (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  decision signed_decision NOT NULL,
  reason text,
  "check" jsonb,
  by_id uuid NOT NULL,
  by_name text NOT NULL,
  at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  lots jsonb,
  CONSTRAINT run_decision_pkey PRIMARY KEY (id)
);
CREATE INDEX run_decision_run_id_at_idx ON run_decision (run_id, at);

CREATE TABLE run_file (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  "order" integer NOT NULL,
  name text NOT NULL,
  size integer NOT NULL,
  sha256 character(64) NOT NULL,
  content bytea,
  CONSTRAINT run_file_pkey PRIMARY KEY (id)
);
CREATE INDEX run_file_laboratory_id_sha256_idx ON run_file (laboratory_id, sha256);
CREATE UNIQUE INDEX run_file_run_id_order_key ON run_file (run_id, "order");

CREATE TABLE run_kit (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  "order" integer NOT NULL,
  kit_version_id uuid NOT NULL,
  reaction_buffer_id uuid,
  CONSTRAINT run_kit_pkey PRIMARY KEY (id)
);
CREATE INDEX run_kit_kit_version_id_idx ON run_kit (kit_version_id);
CREATE INDEX run_kit_reaction_buffer_id_idx ON run_kit (reaction_buffer_id);
CREATE UNIQUE INDEX run_kit_run_id_order_key ON run_kit (run_id, "order");

CREATE TABLE run_kit_lot (
  run_kit_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  "order" integer NOT NULL,
  CONSTRAINT run_kit_lot_pkey PRIMARY KEY (run_kit_id, lot_id)
);
CREATE INDEX run_kit_lot_lot_id_idx ON run_kit_lot (lot_id);

CREATE TABLE run_used_pair (
  run_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  CONSTRAINT run_used_pair_pkey PRIMARY KEY (run_id, kit_version_id, reaction_buffer_id)
);
CREATE INDEX run_used_pair_kit_version_id_idx ON run_used_pair (kit_version_id);
CREATE INDEX run_used_pair_reaction_buffer_id_idx ON run_used_pair (reaction_buffer_id);

CREATE TABLE seen_session (
  id text NOT NULL,
  user_id uuid NOT NULL,
  seen_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT seen_session_pkey PRIMARY KEY (id)
);
CREATE INDEX seen_session_seen_at_idx ON seen_session (seen_at);

CREATE TABLE seen_well (
  user_id uuid NOT NULL,
  well_id uuid NOT NULL,
  diagnostic_id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT seen_well_pkey PRIMARY KEY (user_id, well_id)
);
CREATE INDEX seen_well_diagnostic_id_idx ON seen_well (diagnostic_id);
CREATE INDEX seen_well_run_id_user_id_idx ON seen_well (run_id, user_id);
CREATE INDEX seen_well_well_id_idx ON seen_well (well_id);

CREATE TABLE session_activity (
  id text NOT NULL,
  user_id uuid NOT NULL,
  active_at timestamp(6) with time zone NOT NULL,
  CONSTRAINT session_activity_pkey PRIMARY KEY (id)
);
CREATE INDEX session_activity_active_at_idx ON session_activity (active_at);

CREATE TABLE signature (
  decision_id uuid NOT NULL,
  run_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  laboratory_name text NOT NULL,
  signer_id uuid NOT NULL,
  signer_name text NOT NULL,
  signer_role text NOT NULL,
  decision run_status NOT NULL,
  meaning text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  signed_in_at timestamp(3) with time zone,
  software_version text NOT NULL,
  record_hash character(64) NOT NULL,
  entry_number bigint NOT NULL,
  entry_hash character(64) NOT NULL,
  key_id character(16) NOT NULL,
  signature text NOT NULL,
  account_changes jsonb,
  provider_events text,
  CONSTRAINT signature_pkey PRIMARY KEY (decision_id)
);
CREATE INDEX signature_laboratory_id_entry_number_idx ON signature (laboratory_id, entry_number);
CREATE INDEX signature_run_id_entry_number_idx ON signature (run_id, entry_number);

CREATE TABLE signing_key (
  id character(16) NOT NULL,
  public_key text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  endorsed_by character(16),
  endorsement text,
  revoked_at timestamp(3) with time zone,
  revoked_by character(16),
  revocation text,
  use text,
  CONSTRAINT signing_key_pkey PRIMARY KEY (id)
);

CREATE TABLE template (
  id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  name text NOT NULL,
  plate_type plate_type NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT template_pkey PRIMARY KEY (id)
);
CREATE INDEX template_laboratory_id_name_idx ON template (laboratory_id, name);
CREATE UNIQUE INDEX template_name_key ON template (laboratory_id, lower(name));

CREATE TABLE template_well (
  id uuid NOT NULL,
  template_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  "position" text NOT NULL,
  channel channel_name,
  kit_version_id uuid,
  sample_type sample_type,
  reaction_buffer_id uuid,
  expected_diagnostic_id uuid,
  CONSTRAINT template_well_pkey PRIMARY KEY (id)
);
CREATE INDEX template_well_expected_diagnostic_id_idx ON template_well (expected_diagnostic_id);
CREATE INDEX template_well_kit_version_id_idx ON template_well (kit_version_id);
CREATE INDEX template_well_reaction_buffer_id_idx ON template_well (reaction_buffer_id);
CREATE UNIQUE INDEX template_well_template_id_position_channel_key ON template_well (template_id, "position", channel);

CREATE TABLE time_stamp (
  decision_id uuid NOT NULL,
  requested_at timestamp(6) with time zone NOT NULL,
  token bytea,
  problem text,
  CONSTRAINT time_stamp_pkey PRIMARY KEY (decision_id)
);

CREATE TABLE tm_shift (
  interpretation_id uuid NOT NULL,
  laboratory_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  reaction_buffer_id uuid NOT NULL,
  channel channel_name NOT NULL,
  decision text NOT NULL,
  controls integer NOT NULL,
  median double precision,
  error double precision,
  "limit" double precision NOT NULL,
  moved double precision NOT NULL,
  CONSTRAINT tm_shift_pkey PRIMARY KEY (interpretation_id, kit_version_id, reaction_buffer_id, channel)
);
CREATE INDEX tm_shift_kit_version_id_idx ON tm_shift (kit_version_id);
CREATE INDEX tm_shift_reaction_buffer_id_idx ON tm_shift (reaction_buffer_id);

CREATE TABLE transfer_trouble (
  laboratory_id uuid NOT NULL,
  fault text,
  since timestamp(6) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  next_try_at timestamp(6) with time zone,
  is_told boolean DEFAULT false NOT NULL,
  waiting_told_at timestamp(6) with time zone,
  stopped_told_at timestamp(6) with time zone,
  resolved_told_at timestamp(6) with time zone,
  CONSTRAINT transfer_trouble_pkey PRIMARY KEY (laboratory_id)
);

CREATE TABLE work_list_columns (
  laboratory_id uuid NOT NULL,
  columns jsonb NOT NULL,
  kept_by_name text NOT NULL,
  kept_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT work_list_columns_pkey PRIMARY KEY (laboratory_id)
);

CREATE TABLE zone (
  id uuid NOT NULL,
  phase_id uuid NOT NULL,
  name character(1) NOT NULL,
  min_temp double precision NOT NULL,
  max_temp double precision NOT NULL,
  label text NOT NULL,
  min_threshold double precision,
  min_quality double precision,
  reference_tm double precision,
  CONSTRAINT zone_range CHECK (((min_temp < max_temp) AND (min_temp >= (20)::double precision) AND (max_temp <= (110)::double precision))),
  CONSTRAINT zone_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX zone_phase_id_name_key ON zone (phase_id, name);

ALTER TABLE app_user ADD CONSTRAINT app_user_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE channel_analysis ADD CONSTRAINT channel_analysis_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE combination_rule ADD CONSTRAINT combination_rule_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE combination_rule ADD CONSTRAINT combination_rule_diagnostic_color_id_fkey
  FOREIGN KEY (diagnostic_color_id) REFERENCES diagnostic_color(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE combination_rule ADD CONSTRAINT combination_rule_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE combination_rule ADD CONSTRAINT combination_rule_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE comment ADD CONSTRAINT comment_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE comment ADD CONSTRAINT comment_well_id_fkey
  FOREIGN KEY (well_id) REFERENCES well(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_note ADD CONSTRAINT control_note_reading_id_fkey
  FOREIGN KEY (reading_id) REFERENCES control_reading(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_peak ADD CONSTRAINT control_peak_reading_id_fkey
  FOREIGN KEY (reading_id) REFERENCES control_reading(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_reading ADD CONSTRAINT control_reading_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE control_reading ADD CONSTRAINT control_reading_lot_id_fkey
  FOREIGN KEY (lot_id) REFERENCES lot(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE control_reading ADD CONSTRAINT control_reading_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_reading ADD CONSTRAINT control_reading_series_id_fkey
  FOREIGN KEY (series_id) REFERENCES control_series(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_reading ADD CONSTRAINT control_reading_well_id_fkey
  FOREIGN KEY (well_id) REFERENCES well(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_reference ADD CONSTRAINT control_reference_kit_id_fkey
  FOREIGN KEY (kit_id) REFERENCES kit(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE control_reference ADD CONSTRAINT control_reference_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_reference ADD CONSTRAINT control_reference_lot_id_fkey
  FOREIGN KEY (lot_id) REFERENCES lot(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE control_reference ADD CONSTRAINT control_reference_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE control_series ADD CONSTRAINT control_series_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE control_series ADD CONSTRAINT control_series_kit_id_fkey
  FOREIGN KEY (kit_id) REFERENCES kit(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE control_series ADD CONSTRAINT control_series_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE control_series ADD CONSTRAINT control_series_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE decision_record ADD CONSTRAINT decision_record_decision_id_fkey
  FOREIGN KEY (decision_id) REFERENCES run_decision(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE delivery_log ADD CONSTRAINT delivery_log_delivery_id_fkey
  FOREIGN KEY (delivery_id) REFERENCES delivery(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE delivery ADD CONSTRAINT delivery_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE diagnostic_color ADD CONSTRAINT diagnostic_color_kit_id_fkey
  FOREIGN KEY (kit_id) REFERENCES kit(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE file_transfer_connection ADD CONSTRAINT file_transfer_connection_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE interpretation_chart ADD CONSTRAINT interpretation_chart_interpretation_id_fkey
  FOREIGN KEY (interpretation_id) REFERENCES interpretation(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpretation_claim ADD CONSTRAINT interpretation_claim_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpretation ADD CONSTRAINT interpretation_former_run_id_fkey
  FOREIGN KEY (former_run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpretation ADD CONSTRAINT interpretation_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpreted_slopes ADD CONSTRAINT interpreted_slopes_interpretation_id_fkey
  FOREIGN KEY (interpretation_id) REFERENCES interpretation(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpreted_well_diagnostic ADD CONSTRAINT interpreted_well_diagnostic_interpreted_well_id_fkey
  FOREIGN KEY (interpreted_well_id) REFERENCES interpreted_well(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpreted_well ADD CONSTRAINT interpreted_well_former_well_id_fkey
  FOREIGN KEY (former_well_id) REFERENCES well(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpreted_well ADD CONSTRAINT interpreted_well_interpretation_id_fkey
  FOREIGN KEY (interpretation_id) REFERENCES interpretation(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE interpreted_well ADD CONSTRAINT interpreted_well_well_id_fkey
  FOREIGN KEY (well_id) REFERENCES well(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE kept_dye ADD CONSTRAINT kept_dye_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE kept_dye ADD CONSTRAINT kept_dye_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE kept_template ADD CONSTRAINT kept_template_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kept_template ADD CONSTRAINT kept_template_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kept_template ADD CONSTRAINT kept_template_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kit_analyser ADD CONSTRAINT kit_analyser_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kit_analyser ADD CONSTRAINT kit_analyser_kit_id_fkey
  FOREIGN KEY (kit_id) REFERENCES kit(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kit_channel ADD CONSTRAINT kit_channel_kit_id_fkey
  FOREIGN KEY (kit_id) REFERENCES kit(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kit_reaction_buffer ADD CONSTRAINT kit_reaction_buffer_kit_id_fkey
  FOREIGN KEY (kit_id) REFERENCES kit(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kit_reaction_buffer ADD CONSTRAINT kit_reaction_buffer_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kit_trial ADD CONSTRAINT kit_trial_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE kit_trial ADD CONSTRAINT kit_trial_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE kit_trial ADD CONSTRAINT kit_trial_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE kit_trial ADD CONSTRAINT kit_trial_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE kit_version ADD CONSTRAINT kit_version_kit_id_fkey
  FOREIGN KEY (kit_id) REFERENCES kit(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE kit_version ADD CONSTRAINT kit_version_outside_diagnostic_id_fkey
  FOREIGN KEY (outside_diagnostic_id) REFERENCES diagnostic_color(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE lot ADD CONSTRAINT lot_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE new_account ADD CONSTRAINT new_account_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE phase ADD CONSTRAINT phase_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE phase ADD CONSTRAINT phase_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE phase ADD CONSTRAINT phase_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE record_check ADD CONSTRAINT record_check_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE release_seen ADD CONSTRAINT release_seen_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE run ADD CONSTRAINT run_analyser_id_fkey
  FOREIGN KEY (analyser_id) REFERENCES analyser(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE run_counter ADD CONSTRAINT run_counter_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE run_curves ADD CONSTRAINT run_curves_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE run_decision ADD CONSTRAINT run_decision_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE run_file ADD CONSTRAINT run_file_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE run_kit ADD CONSTRAINT run_kit_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE run_kit_lot ADD CONSTRAINT run_kit_lot_lot_id_fkey
  FOREIGN KEY (lot_id) REFERENCES lot(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE run_kit_lot ADD CONSTRAINT run_kit_lot_run_kit_id_fkey
  FOREIGN KEY (run_kit_id) REFERENCES run_kit(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE run_kit ADD CONSTRAINT run_kit_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE run_kit ADD CONSTRAINT run_kit_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE run ADD CONSTRAINT run_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE run_used_pair ADD CONSTRAINT run_used_pair_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE run_used_pair ADD CONSTRAINT run_used_pair_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE run_used_pair ADD CONSTRAINT run_used_pair_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seen_well ADD CONSTRAINT seen_well_diagnostic_id_fkey
  FOREIGN KEY (diagnostic_id) REFERENCES interpreted_well_diagnostic(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seen_well ADD CONSTRAINT seen_well_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seen_well ADD CONSTRAINT seen_well_well_id_fkey
  FOREIGN KEY (well_id) REFERENCES well(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE signature ADD CONSTRAINT signature_decision_id_fkey
  FOREIGN KEY (decision_id) REFERENCES run_decision(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE template ADD CONSTRAINT template_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE template_well ADD CONSTRAINT template_well_expected_diagnostic_id_fkey
  FOREIGN KEY (expected_diagnostic_id) REFERENCES diagnostic_color(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE template_well ADD CONSTRAINT template_well_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE template_well ADD CONSTRAINT template_well_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE template_well ADD CONSTRAINT template_well_template_id_fkey
  FOREIGN KEY (template_id) REFERENCES template(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE time_stamp ADD CONSTRAINT time_stamp_decision_id_fkey
  FOREIGN KEY (decision_id) REFERENCES run_decision(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tm_shift ADD CONSTRAINT tm_shift_interpretation_id_fkey
  FOREIGN KEY (interpretation_id) REFERENCES interpretation(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tm_shift ADD CONSTRAINT tm_shift_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE tm_shift ADD CONSTRAINT tm_shift_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE transfer_trouble ADD CONSTRAINT transfer_trouble_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES file_transfer_connection(laboratory_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE well ADD CONSTRAINT well_analysis_id_fkey
  FOREIGN KEY (analysis_id) REFERENCES channel_analysis(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE well ADD CONSTRAINT well_expected_diagnostic_id_fkey
  FOREIGN KEY (expected_diagnostic_id) REFERENCES diagnostic_color(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE well ADD CONSTRAINT well_kit_version_id_fkey
  FOREIGN KEY (kit_version_id) REFERENCES kit_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE well ADD CONSTRAINT well_lot_id_fkey
  FOREIGN KEY (lot_id) REFERENCES lot(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE well ADD CONSTRAINT well_reaction_buffer_id_fkey
  FOREIGN KEY (reaction_buffer_id) REFERENCES reaction_buffer(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE well ADD CONSTRAINT well_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES run(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE work_list_columns ADD CONSTRAINT work_list_columns_laboratory_id_fkey
  FOREIGN KEY (laboratory_id) REFERENCES laboratory(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE zone ADD CONSTRAINT zone_phase_id_fkey
  FOREIGN KEY (phase_id) REFERENCES phase(id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE VIEW control_well AS
 SELECT w.id AS well_id,
    w.run_id,
    w.laboratory_id,
    v.kit_id,
    w.reaction_buffer_id,
    run.analyser_id,
    a.channel,
    w.sample_type,
    COALESCE(d.diagnostic_name, ''::text) AS expected,
    w.kit_version_id,
    w.lot_id,
    run.run_date AS read_at,
    w.result AS call
   FROM (((((interpreted_well i
     JOIN well w ON ((w.id = i.well_id)))
     JOIN run ON ((run.id = w.run_id)))
     JOIN channel_analysis a ON ((a.id = w.analysis_id)))
     JOIN kit_version v ON ((v.id = w.kit_version_id)))
     LEFT JOIN diagnostic_color d ON ((d.id = w.expected_diagnostic_id)))
  WHERE ((w.sample_type = ANY (ARRAY['NEGATIVE_TEST'::sample_type, 'POSITIVE_TEST'::sample_type, 'STANDARD'::sample_type])) AND (w.reaction_buffer_id IS NOT NULL) AND (w.lot_id IS NOT NULL));

CREATE FUNCTION audit_append(of_chain uuid, entries json) RETURNS TABLE(number bigint, at text, content text, previous_hash text, hash text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
  of_head CONSTANT UUID := coalesce(of_chain, '00000000-0000-0000-0000-000000000000');
  head RECORD;
  entry JSON;
  written TIMESTAMPTZ;
BEGIN
  SELECT h.number, h.hash INTO head FROM audit_head h WHERE h.chain = of_head FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_head (chain, number, hash) VALUES (of_head, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
    SELECT h.number, h.hash INTO head FROM audit_head h WHERE h.chain = of_head FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'the head of a chain cannot be seen: its transaction is older than it'; END IF;
  END IF;
  written := clock_timestamp();
  at := to_char(written AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  number := head.number;
  hash := head.hash;
  FOR entry IN SELECT e.value FROM json_array_elements(entries) AS e(value) LOOP
    PERFORM audit_refuse(of_chain, entry);
    number := number + 1;
    previous_hash := hash;
    -- As RFC 8785 says: members in the order of their names, no blanks.
    content := encode(sha256(convert_to(concat(
      '{"action":', to_json(entry ->> 'action'),
      ',"actor":{"id":', coalesce(to_json((entry ->> 'actorId')::uuid)::text, 'null'),
      ',"name":', to_json(entry ->> 'actorName'),
      ',"role":', coalesce(to_json(entry ->> 'actorRole')::text, 'null'),
      '},"address":', coalesce(to_json(entry ->> 'address')::text, 'null'),
      ',"at":"', at,
      '","broughtIn":false,"chain":"', coalesce(of_chain::text, 'installation'),
      '","details":', entry -> 'details',
      ',"entity":', to_json(entry ->> 'entity'),
      ',"entityId":', coalesce(to_json(entry ->> 'entityId')::text, 'null'),
      ',"format":"curvewell-audit-entry/1","number":', number,
      ',"requestId":', coalesce(to_json(entry ->> 'requestId')::text, 'null'),
      '}'), 'UTF8')), 'hex');
    hash := encode(sha256(convert_to(previous_hash || content, 'UTF8')), 'hex');
    INSERT INTO audit_event (laboratory_id, number, at, actor_id, actor_name, actor_role, action, entity, entity_id,
      details, request_id, address, previous_hash, hash)
    VALUES (of_chain, number, written, (entry ->> 'actorId')::uuid, entry ->> 'actorName', entry ->> 'actorRole',
      entry ->> 'action', entry ->> 'entity', entry ->> 'entityId', (entry -> 'details')::text::jsonb,
      entry ->> 'requestId', entry ->> 'address', previous_hash, hash);
    RETURN NEXT;
  END LOOP;
  UPDATE audit_head h SET number = audit_append.number, hash = audit_append.hash WHERE h.chain = of_head;
END $$;

CREATE FUNCTION audit_refuse(of_chain uuid, entry json) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  act CONSTANT TEXT := entry ->> 'action';
  actor CONSTANT UUID := (entry ->> 'actorId')::uuid;
  actor_named CONSTANT TEXT := entry ->> 'actorName';
  of_run run;
  person app_user;
  is_other BOOLEAN;
BEGIN
  IF of_chain IS NOT NULL AND NOT EXISTS (SELECT FROM laboratory WHERE id = of_chain)
    AND NOT EXISTS (SELECT FROM audit_event e WHERE e.laboratory_id = of_chain) THEN
    RAISE EXCEPTION 'there is no laboratory %', of_chain USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF entry ->> 'entity' <> 'run' OR act NOT IN ('run.import', 'run.update', 'run.interpret', 'run.diagnostic',
    'run.comment', 'run.comment.edit', 'run.submit', 'run.approve', 'run.reject') THEN RETURN; END IF;
  SELECT * INTO of_run FROM run r WHERE r.id::text = entry ->> 'entityId' AND r.laboratory_id = of_chain;
  SELECT * INTO person FROM app_user u WHERE u.id = actor;
  IF of_run.id IS NULL THEN
    RAISE EXCEPTION '% names no run of its laboratory', act USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- A name that was changed a moment ago is known from an entry before.
  IF person.id IS NULL OR (person.laboratory_id IS DISTINCT FROM of_chain AND NOT person.super_admin)
    OR (actor_named <> person.firstname || ' ' || person.lastname
      AND NOT EXISTS (SELECT FROM audit_event e WHERE e.actor_id = actor AND e.actor_name = actor_named)) THEN
    RAISE EXCEPTION '% names nobody of its laboratory', act USING ERRCODE = 'insufficient_privilege';
  END IF;
  is_other := CASE act
    WHEN 'run.submit' THEN (of_run.status, of_run.submitted_by_id) IS DISTINCT FROM ('WAIT_FOR_APPROVAL'::run_status, actor)
    WHEN 'run.approve' THEN (of_run.status, of_run.decided_by_id) IS DISTINCT FROM ('APPROVED'::run_status, actor)
    WHEN 'run.reject' THEN (of_run.status, of_run.decided_by_id) IS DISTINCT FROM ('REJECTED'::run_status, actor)
    ELSE false END;
  IF is_other THEN
    RAISE EXCEPTION '% is not what the run says', act USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION give_up_former_rights() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF session_user <> current_user THEN
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON audit_event, audit_head FROM %I', session_user);
  END IF;
END $$;

CREATE FUNCTION keep_control_reading() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE may_change CONSTANT TEXT[] := '{left_out_by_id,left_out_by_name,left_out_at,left_out_reason,revision}';
BEGIN
  IF to_jsonb(OLD) - may_change <> to_jsonb(NEW) - may_change THEN
    PERFORM refuse_if_decided(ARRAY[OLD.run_id, NEW.run_id]);
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_decided_run() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  may_change TEXT[] := '{ftp_sent,archiving,archive_request_id,archived_by_id,archived_by_name,archived_at,deletion_date,
    kit_reaction_buffer,search_text,revision}';
BEGIN
  IF OLD.status = 'REJECTED' AND NEW.status = 'RUN_TO_INTERPRET' AND NEW.decided_at IS NULL THEN RETURN NEW; END IF;
  -- Decided before the source of the date was noted: an upgrade fills it in.
  IF NOT OLD.run_date_recorded THEN
    may_change := may_change || '{run_date_source,run_date_zone,run_date_text}'::text[];
  END IF;
  IF to_jsonb(OLD) - may_change <> to_jsonb(NEW) - may_change THEN
    RAISE EXCEPTION 'run % is decided: it cannot be changed', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_interpretation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT coalesce(run_id, former_run_id) FROM changed));
  IF TG_OP = 'UPDATE' THEN
    PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT coalesce(run_id, former_run_id) FROM former));
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_lots_of_kit() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT run_kit_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT run_kit_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM run_kit WHERE id = ANY (ids)));
  RETURN NULL;
END $$;

CREATE FUNCTION keep_results() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT interpreted_well_id FROM changed);
BEGIN
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id)
    FROM interpreted_well w JOIN interpretation i ON i.id = w.interpretation_id WHERE w.id = ANY (ids)));
  RETURN NULL;
END $$;

CREATE FUNCTION keep_rows_of_interpretation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT interpretation_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT interpretation_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id) FROM interpretation i WHERE i.id = ANY (ids)));
  RETURN NULL;
END $$;

CREATE FUNCTION keep_rows_of_reading() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE ids UUID[] := ARRAY(SELECT DISTINCT reading_id FROM changed);
BEGIN
  IF TG_OP = 'UPDATE' THEN ids := ids || ARRAY(SELECT DISTINCT reading_id FROM former); END IF;
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM control_reading WHERE id = ANY (ids)));
  RETURN NULL;
END $$;

CREATE FUNCTION keep_rows_of_run() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM changed));
  IF TG_OP = 'UPDATE' THEN PERFORM refuse_if_decided(ARRAY(SELECT DISTINCT run_id FROM former)); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_run_counter() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'numbers of runs only grow' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION keep_signing_key() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (NEW.id, NEW.public_key, NEW.since, NEW.use) IS DISTINCT FROM (OLD.id, OLD.public_key, OLD.since, OLD.use)
    OR OLD.endorsement IS NOT NULL AND OLD.use IS NULL
      AND (NEW.endorsed_by, NEW.endorsement) IS DISTINCT FROM (OLD.endorsed_by, OLD.endorsement)
    OR OLD.revoked_at IS NOT NULL
      AND (NEW.revoked_at, NEW.revoked_by, NEW.revocation)
        IS DISTINCT FROM (OLD.revoked_at, OLD.revoked_by, OLD.revocation)
      AND (NEW.revoked_at < OLD.revoked_at) IS NOT TRUE THEN
    RAISE EXCEPTION 'a signing key cannot be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION record_controls(recorded uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- In one order, so that runs that are recorded at the same time wait for one another and not in a circle.
  INSERT INTO control_series (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected)
  SELECT DISTINCT laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected
  FROM control_well WHERE run_id = recorded
  ORDER BY laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected
  ON CONFLICT DO NOTHING;

  INSERT INTO control_reading (laboratory_id, series_id, run_id, well_id, kit_version_id, lot_id, read_at, call)
  SELECT w.laboratory_id, s.id, w.run_id, w.well_id, w.kit_version_id, w.lot_id, w.read_at, w.call
  FROM control_well w JOIN control_series s
    USING (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected)
  WHERE w.run_id = recorded
  ON CONFLICT (well_id) DO UPDATE SET series_id = excluded.series_id, kit_version_id = excluded.kit_version_id,
    lot_id = excluded.lot_id, read_at = excluded.read_at, call = excluded.call;

  DELETE FROM control_peak p USING control_reading r WHERE p.reading_id = r.id AND r.run_id = recorded;
  INSERT INTO control_peak (reading_id, phase, place, zone, tm, tm_error, height, quality, counted)
  SELECT r.id, (phase.told->>'type')::phase_type, peak.place, peak.told->>'zone', (peak.told->>'tm')::float8,
    (peak.told->>'tmError')::float8, (peak.told->>'height')::float8, (peak.told->>'quality')::float8,
    (peak.told->>'accepted')::boolean
  FROM control_reading r JOIN interpreted_well i ON i.well_id = r.well_id
    CROSS JOIN LATERAL jsonb_array_elements(i.explanation->'phases') AS phase(told)
    CROSS JOIN LATERAL jsonb_array_elements(phase.told->'peaks') WITH ORDINALITY AS peak(told, place)
  WHERE r.run_id = recorded;
END
$$;

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION refuse_if_decided(runs uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE decided UUID;
BEGIN
  SELECT id INTO decided FROM run WHERE id = ANY (runs) AND status IN ('APPROVED', 'REJECTED') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'run % is decided: what belongs to it cannot be changed', decided
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION require_deletion_entry() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM audit_event e
    WHERE e.entity = 'run' AND e.entity_id = OLD.id::text AND e.laboratory_id = OLD.laboratory_id
      AND e.action IN ('run.delete', 'run.delete-permanently', 'run.purge')
  ) THEN
    RAISE EXCEPTION 'run % is deleted without an entry of the audit trail', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION require_signature() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM signature s
      JOIN audit_event e ON e.laboratory_id = s.laboratory_id AND e.number = s.entry_number AND e.hash = s.entry_hash
    WHERE s.run_id = NEW.id AND s.laboratory_id = NEW.laboratory_id AND s.decision = NEW.status
      AND s.signer_id = NEW.decided_by_id AND s.at = NEW.decided_at
      AND e.entity = 'run' AND e.entity_id = NEW.id::text
      AND e.action = CASE NEW.status WHEN 'APPROVED' THEN 'run.approve' ELSE 'run.reject' END
  ) THEN
    RAISE EXCEPTION 'run % is decided without a signature', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION tell_run_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('run_event', json_build_object(
    'laboratoryId', NEW.laboratory_id,
    'actorId', NEW.actor_id,
    'runId', NEW.entity_id,
    'action', NEW.action
  )::text);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION audit_append(of_chain uuid, entries json) FROM PUBLIC;
REVOKE ALL ON FUNCTION audit_refuse(of_chain uuid, entry json) FROM PUBLIC;
REVOKE ALL ON FUNCTION give_up_former_rights() FROM PUBLIC;

CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE ON audit_event
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_never_emptied BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_told AFTER INSERT ON audit_event
  FOR EACH ROW
  WHEN ((((new.entity = 'run'::text) OR (new.action = 'laboratory.update'::text)) AND (new.entity_id IS NOT NULL) AND (new.laboratory_id IS NOT NULL)))
  EXECUTE FUNCTION tell_run_event();

CREATE TRIGGER channel_analysis_kept_on_delete AFTER DELETE ON channel_analysis
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER channel_analysis_kept_on_insert AFTER INSERT ON channel_analysis
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER channel_analysis_kept_on_update AFTER UPDATE ON channel_analysis
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

CREATE TRIGGER comment_kept_on_delete AFTER DELETE ON comment
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER comment_kept_on_insert AFTER INSERT ON comment
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER comment_kept_on_update AFTER UPDATE ON comment
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

CREATE TRIGGER control_note_kept_on_delete AFTER DELETE ON control_note
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_reading();
CREATE TRIGGER control_note_unchanged BEFORE UPDATE ON control_note
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER control_peak_kept_on_delete AFTER DELETE ON control_peak
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_reading();
CREATE TRIGGER control_peak_kept_on_insert AFTER INSERT ON control_peak
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_reading();
CREATE TRIGGER control_peak_kept_on_update AFTER UPDATE ON control_peak
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_reading();

CREATE TRIGGER control_reading_kept_on_delete AFTER DELETE ON control_reading
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER control_reading_kept_on_insert AFTER INSERT ON control_reading
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER control_reading_kept_on_update BEFORE UPDATE ON control_reading
  FOR EACH ROW
  EXECUTE FUNCTION keep_control_reading();

CREATE TRIGGER interpreted_well_kept_on_delete AFTER DELETE ON interpreted_well
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();
CREATE TRIGGER interpreted_well_kept_on_insert AFTER INSERT ON interpreted_well
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();
CREATE TRIGGER interpreted_well_kept_on_update AFTER UPDATE ON interpreted_well
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();

CREATE TRIGGER run_decided_kept BEFORE UPDATE ON run
  FOR EACH ROW
  WHEN ((old.status = ANY (ARRAY['APPROVED'::run_status, 'REJECTED'::run_status])))
  EXECUTE FUNCTION keep_decided_run();
CREATE CONSTRAINT TRIGGER run_decided_signed AFTER UPDATE ON run
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (((new.status = ANY (ARRAY['APPROVED'::run_status, 'REJECTED'::run_status])) AND (new.status <> old.status)))
  EXECUTE FUNCTION require_signature();
CREATE CONSTRAINT TRIGGER run_deleted_told AFTER DELETE ON run
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION require_deletion_entry();
CREATE CONSTRAINT TRIGGER run_inserted_signed AFTER INSERT ON run
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((new.status = ANY (ARRAY['APPROVED'::run_status, 'REJECTED'::run_status])))
  EXECUTE FUNCTION require_signature();

CREATE TRIGGER well_kept_on_delete AFTER DELETE ON well
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER well_kept_on_insert AFTER INSERT ON well
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER well_kept_on_update AFTER UPDATE ON well
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

CREATE TRIGGER decision_record_kept_on_delete AFTER DELETE ON decision_record
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER decision_record_unchanged BEFORE UPDATE ON decision_record
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER interpretation_kept_on_delete AFTER DELETE ON interpretation
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_interpretation();
CREATE TRIGGER interpretation_kept_on_insert AFTER INSERT ON interpretation
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_interpretation();
CREATE TRIGGER interpretation_kept_on_update AFTER UPDATE ON interpretation
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_interpretation();

CREATE TRIGGER interpreted_slopes_kept_on_delete AFTER DELETE ON interpreted_slopes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();
CREATE TRIGGER interpreted_slopes_kept_on_insert AFTER INSERT ON interpreted_slopes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();
CREATE TRIGGER interpreted_slopes_kept_on_update AFTER UPDATE ON interpreted_slopes
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();

CREATE TRIGGER interpreted_well_diagnostic_kept_on_delete AFTER DELETE ON interpreted_well_diagnostic
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_results();
CREATE TRIGGER interpreted_well_diagnostic_kept_on_insert AFTER INSERT ON interpreted_well_diagnostic
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_results();
CREATE TRIGGER interpreted_well_diagnostic_unchanged BEFORE UPDATE ON interpreted_well_diagnostic
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER run_counter_grows BEFORE UPDATE ON run_counter
  FOR EACH ROW
  WHEN (((new.last_business_id < old.last_business_id) OR (new.laboratory_id <> old.laboratory_id)))
  EXECUTE FUNCTION keep_run_counter();

CREATE TRIGGER run_curves_kept_on_delete AFTER DELETE ON run_curves
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_curves_kept_on_insert AFTER INSERT ON run_curves
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_curves_kept_on_update AFTER UPDATE ON run_curves
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

CREATE TRIGGER run_decision_kept_on_delete AFTER DELETE ON run_decision
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_decision_unchanged BEFORE UPDATE ON run_decision
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER run_file_kept_on_delete AFTER DELETE ON run_file
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_file_kept_on_insert AFTER INSERT ON run_file
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_file_kept_on_update AFTER UPDATE ON run_file
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

CREATE TRIGGER run_kit_kept_on_delete AFTER DELETE ON run_kit
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_kit_kept_on_insert AFTER INSERT ON run_kit
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_kit_kept_on_update AFTER UPDATE ON run_kit
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

CREATE TRIGGER run_kit_lot_kept_on_delete AFTER DELETE ON run_kit_lot
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_lots_of_kit();
CREATE TRIGGER run_kit_lot_kept_on_insert AFTER INSERT ON run_kit_lot
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_lots_of_kit();
CREATE TRIGGER run_kit_lot_kept_on_update AFTER UPDATE ON run_kit_lot
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_lots_of_kit();

CREATE TRIGGER run_used_pair_kept_on_delete AFTER DELETE ON run_used_pair
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_used_pair_kept_on_insert AFTER INSERT ON run_used_pair
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER run_used_pair_kept_on_update AFTER UPDATE ON run_used_pair
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();

CREATE TRIGGER signature_kept_on_delete AFTER DELETE ON signature
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_run();
CREATE TRIGGER signature_unchanged BEFORE UPDATE ON signature
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER signing_key_kept BEFORE DELETE OR UPDATE ON signing_key
  FOR EACH ROW
  EXECUTE FUNCTION keep_signing_key();

CREATE TRIGGER tm_shift_kept_on_delete AFTER DELETE ON tm_shift
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();
CREATE TRIGGER tm_shift_kept_on_insert AFTER INSERT ON tm_shift
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();
CREATE TRIGGER tm_shift_kept_on_update AFTER UPDATE ON tm_shift
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_rows_of_interpretation();

INSERT INTO installation DEFAULT VALUES;
