-- CreateEnum
CREATE TYPE "transfer_protocol" AS ENUM ('FTP', 'SFTP');

-- CreateEnum
CREATE TYPE "transfer_authentication" AS ENUM ('PASSWORD', 'SSH_KEY');

-- CreateEnum
CREATE TYPE "diagnostic_state" AS ENUM ('INITIAL', 'UPDATED');

-- CreateEnum
CREATE TYPE "channel_name" AS ENUM ('FAM', 'TEXAS_RED');

-- CreateEnum
CREATE TYPE "phase_type" AS ENUM ('MELT', 'ANNEAL');

-- CreateEnum
CREATE TYPE "kit_status" AS ENUM ('VALIDATED', 'NOT_VALIDATED', 'PERF');

-- CreateEnum
CREATE TYPE "plate_type" AS ENUM ('RECTANGULAR_96', 'RECTANGULAR_384');

-- CreateEnum
CREATE TYPE "sample_type" AS ENUM ('BLOOD', 'DNA', 'NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD');

-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL', 'APPROVED', 'REJECTED');

-- CreateEnum
CREATE TYPE "curve_quantity" AS ENUM ('fluorescence', 'derivative');

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "laboratory_id" UUID,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "diagnostic_color" (
    "id" UUID NOT NULL,
    "kit_id" UUID,
    "diagnostic_name" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "color" CHAR(7) NOT NULL,
    "order" INTEGER NOT NULL DEFAULT 0,
    "active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "diagnostic_color_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "file_transfer_connection" (
    "id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "send_files_on_approval" BOOLEAN NOT NULL DEFAULT false,
    "protocol" "transfer_protocol" NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "directory" TEXT NOT NULL,
    "authentication" "transfer_authentication" NOT NULL,
    "username" TEXT NOT NULL,
    "encrypted_password" TEXT,
    "encrypted_private_key" TEXT,
    "host_key_fingerprint" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "file_transfer_connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "laboratory" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "submitter_may_approve" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "laboratory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "login" TEXT NOT NULL,
    "subject" TEXT,
    "firstname" TEXT NOT NULL,
    "lastname" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "physician" BOOLEAN NOT NULL DEFAULT false,
    "sales_admin" BOOLEAN NOT NULL DEFAULT false,
    "qa_admin" BOOLEAN NOT NULL DEFAULT false,
    "rd_admin" BOOLEAN NOT NULL DEFAULT false,
    "super_admin" BOOLEAN NOT NULL DEFAULT false,
    "extra_roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "laboratory_id" UUID,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sign_in_at" TIMESTAMPTZ(6),

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_account" (
    "user_id" UUID NOT NULL,
    "password_hash" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(6),
    "set_password_token_hash" BYTEA,
    "set_password_expires_at" TIMESTAMPTZ(6),

    CONSTRAINT "identity_account_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "oidc_record" (
    "model" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_id" TEXT,
    "uid" TEXT,
    "consumed_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6),

    CONSTRAINT "oidc_record_pkey" PRIMARY KEY ("model","id")
);

-- CreateTable
CREATE TABLE "identity_key" (
    "id" TEXT NOT NULL,
    "use" TEXT NOT NULL,
    "secret" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seen_session" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seen_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "interpretation" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "algorithm_version" TEXT NOT NULL,
    "software_version" TEXT NOT NULL,
    "input_sha256" CHAR(64) NOT NULL,
    "configuration" JSONB NOT NULL,
    "configuration_sha256" CHAR(64) NOT NULL,
    "interpreted_by_id" UUID NOT NULL,
    "interpreted_by_name" TEXT NOT NULL,
    "interpreted_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "interpretation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "interpreted_slopes" (
    "id" UUID NOT NULL,
    "interpretation_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "phase" "phase_type" NOT NULL,
    "positions" TEXT[],
    "point_counts" INTEGER[],
    "temperatures" BYTEA NOT NULL,
    "values" BYTEA NOT NULL,

    CONSTRAINT "interpreted_slopes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "interpreted_well" (
    "id" UUID NOT NULL,
    "interpretation_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "well_id" UUID NOT NULL,
    "explanation" JSONB NOT NULL,

    CONSTRAINT "interpreted_well_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "interpreted_well_diagnostic" (
    "id" UUID NOT NULL,
    "interpreted_well_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "state" "diagnostic_state" NOT NULL,
    "diagnostic_color" JSONB,
    "comment" TEXT,
    "by_id" UUID NOT NULL,
    "by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "interpreted_well_diagnostic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "analyser" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "profile" JSONB NOT NULL,
    "max_number_of_files_by_run" INTEGER NOT NULL,
    "file_types" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "analyser_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "kit" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "kit_version" (
    "id" UUID NOT NULL,
    "kit_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "validity_start_date" DATE,
    "validity_end_date" DATE,
    "is_editable" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kit_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reaction_buffer" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "reaction_buffer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "kit_reaction_buffer" (
    "kit_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,

    CONSTRAINT "kit_reaction_buffer_pkey" PRIMARY KEY ("kit_id","reaction_buffer_id")
);

-- CreateTable
CREATE TABLE "kit_channel" (
    "kit_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "label" TEXT NOT NULL,

    CONSTRAINT "kit_channel_pkey" PRIMARY KEY ("kit_id","channel")
);

-- CreateTable
CREATE TABLE "kit_analyser" (
    "kit_id" UUID NOT NULL,
    "analyser_id" UUID NOT NULL,
    "status" "kit_status" NOT NULL DEFAULT 'NOT_VALIDATED',

    CONSTRAINT "kit_analyser_pkey" PRIMARY KEY ("kit_id","analyser_id")
);

-- CreateTable
CREATE TABLE "phase" (
    "id" UUID NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,
    "analyser_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "phase_type" "phase_type" NOT NULL,
    "min_threshold" DOUBLE PRECISION NOT NULL,
    "slope_threshold" DOUBLE PRECISION NOT NULL,
    "min_quality" DOUBLE PRECISION NOT NULL,
    "inversed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "phase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "zone" (
    "id" UUID NOT NULL,
    "phase_id" UUID NOT NULL,
    "name" CHAR(1) NOT NULL,
    "min_temp" DOUBLE PRECISION NOT NULL,
    "max_temp" DOUBLE PRECISION NOT NULL,
    "label" TEXT NOT NULL,
    "min_threshold" DOUBLE PRECISION,
    "min_quality" DOUBLE PRECISION,

    CONSTRAINT "zone_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "combination_rule" (
    "id" UUID NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,
    "analyser_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "order" INTEGER NOT NULL,
    "zones" TEXT[],
    "diagnostic_color_id" UUID,
    "expressions" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "combination_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lot" (
    "id" UUID NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "expiration_date" DATE NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "admin" BOOLEAN NOT NULL DEFAULT false,
    "production" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "release_seen" (
    "user_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "release_seen_pkey" PRIMARY KEY ("user_id","version")
);

-- CreateTable
CREATE TABLE "run_counter" (
    "laboratory_id" UUID NOT NULL,
    "last_business_id" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "run_counter_pkey" PRIMARY KEY ("laboratory_id")
);

-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "business_id" INTEGER NOT NULL,
    "plate_id" TEXT,
    "plate_type" "plate_type" NOT NULL,
    "name" TEXT NOT NULL,
    "run_date" TIMESTAMPTZ(6) NOT NULL,
    "imported_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "instrument_name" TEXT NOT NULL,
    "analyser_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "status" "run_status" NOT NULL DEFAULT 'RUN_TO_INTERPRET',
    "submitted_by_id" UUID,
    "submitted_by_name" TEXT,
    "submitted_at" TIMESTAMPTZ(6),
    "interpreted_by_id" UUID,
    "interpreted_by_name" TEXT,
    "interpreted_at" TIMESTAMPTZ(6),
    "decided_by_id" UUID,
    "decided_by_name" TEXT,
    "decided_at" TIMESTAMPTZ(6),
    "ftp_sent" BOOLEAN,
    "kit_reaction_buffer" TEXT NOT NULL DEFAULT '',
    "search_text" TEXT NOT NULL DEFAULT '',
    "import_report" JSONB NOT NULL,
    "archived_by_id" UUID,
    "archived_by_name" TEXT,
    "archived_at" TIMESTAMPTZ(6),
    "deletion_date" DATE,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_file" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "run_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_kit" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "reaction_buffer_id" UUID,

    CONSTRAINT "run_kit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_used_pair" (
    "run_id" UUID NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,

    CONSTRAINT "run_used_pair_pkey" PRIMARY KEY ("run_id","kit_version_id","reaction_buffer_id")
);

-- CreateTable
CREATE TABLE "run_kit_lot" (
    "run_kit_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,

    CONSTRAINT "run_kit_lot_pkey" PRIMARY KEY ("run_kit_id","lot_id")
);

-- CreateTable
CREATE TABLE "channel_analysis" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "channel" "channel_name" NOT NULL,
    "phases" "phase_type"[],

    CONSTRAINT "channel_analysis_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "well" (
    "id" UUID NOT NULL,
    "analysis_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "position" TEXT NOT NULL,
    "name" TEXT,
    "sample_type" "sample_type",
    "kit_version_id" UUID,
    "lot_id" UUID,
    "reaction_buffer_id" UUID,
    "expected_diagnostic_id" UUID,
    "result" TEXT,
    "score" DOUBLE PRECISION,
    "diagnostic_comment" TEXT,

    CONSTRAINT "well_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_curves" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "phase" "phase_type" NOT NULL,
    "quantity" "curve_quantity" NOT NULL,
    "positions" TEXT[],
    "point_counts" INTEGER[],
    "temperatures" BYTEA NOT NULL,
    "values" BYTEA NOT NULL,

    CONSTRAINT "run_curves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "well_id" UUID,
    "author_id" UUID NOT NULL,
    "author_name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(6),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "template" (
    "id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plate_type" "plate_type" NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "template_well" (
    "id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "position" TEXT NOT NULL,
    "channel" "channel_name",
    "kit_version_id" UUID,
    "sample_type" "sample_type",
    "reaction_buffer_id" UUID,
    "expected_diagnostic_id" UUID,

    CONSTRAINT "template_well_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_event_laboratory_id_id_idx" ON "audit_event"("laboratory_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_entity_entity_id_id_idx" ON "audit_event"("entity", "entity_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_actor_id_id_idx" ON "audit_event"("actor_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "diagnostic_color_kit_id_diagnostic_name_key" ON "diagnostic_color"("kit_id", "diagnostic_name");

-- CreateIndex
CREATE UNIQUE INDEX "file_transfer_connection_laboratory_id_key" ON "file_transfer_connection"("laboratory_id");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_login_key" ON "app_user"("login");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_subject_key" ON "app_user"("subject");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "app_user_laboratory_id_idx" ON "app_user"("laboratory_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity_account_set_password_token_hash_key" ON "identity_account"("set_password_token_hash");

-- CreateIndex
CREATE INDEX "oidc_record_grant_id_idx" ON "oidc_record"("grant_id");

-- CreateIndex
CREATE INDEX "oidc_record_uid_idx" ON "oidc_record"("uid");

-- CreateIndex
CREATE INDEX "oidc_record_expires_at_idx" ON "oidc_record"("expires_at");

-- CreateIndex
CREATE INDEX "seen_session_seen_at_idx" ON "seen_session"("seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "interpretation_run_id_key" ON "interpretation"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "interpreted_slopes_interpretation_id_channel_phase_key" ON "interpreted_slopes"("interpretation_id", "channel", "phase");

-- CreateIndex
CREATE UNIQUE INDEX "interpreted_well_well_id_key" ON "interpreted_well"("well_id");

-- CreateIndex
CREATE INDEX "interpreted_well_interpretation_id_idx" ON "interpreted_well"("interpretation_id");

-- CreateIndex
CREATE INDEX "interpreted_well_diagnostic_interpreted_well_id_at_idx" ON "interpreted_well_diagnostic"("interpreted_well_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "analyser_name_key" ON "analyser"("name");

-- CreateIndex
CREATE UNIQUE INDEX "kit_version_kit_id_version_key" ON "kit_version"("kit_id", "version");

-- CreateIndex
CREATE INDEX "kit_reaction_buffer_reaction_buffer_id_idx" ON "kit_reaction_buffer"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "kit_analyser_analyser_id_idx" ON "kit_analyser"("analyser_id");

-- CreateIndex
CREATE INDEX "phase_reaction_buffer_id_idx" ON "phase"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "phase_analyser_id_idx" ON "phase"("analyser_id");

-- CreateIndex
CREATE UNIQUE INDEX "phase_kit_version_id_reaction_buffer_id_analyser_id_channel_key" ON "phase"("kit_version_id", "reaction_buffer_id", "analyser_id", "channel", "phase_type");

-- CreateIndex
CREATE UNIQUE INDEX "zone_phase_id_name_key" ON "zone"("phase_id", "name");

-- CreateIndex
CREATE INDEX "combination_rule_reaction_buffer_id_idx" ON "combination_rule"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "combination_rule_analyser_id_idx" ON "combination_rule"("analyser_id");

-- CreateIndex
CREATE INDEX "combination_rule_diagnostic_color_id_idx" ON "combination_rule"("diagnostic_color_id");

-- CreateIndex
CREATE UNIQUE INDEX "combination_rule_kit_version_id_reaction_buffer_id_analyser_key" ON "combination_rule"("kit_version_id", "reaction_buffer_id", "analyser_id", "channel", "order");

-- CreateIndex
CREATE INDEX "lot_expiration_date_idx" ON "lot"("expiration_date");

-- CreateIndex
CREATE UNIQUE INDEX "lot_kit_version_id_name_key" ON "lot"("kit_version_id", "name");

-- CreateIndex
CREATE INDEX "run_laboratory_id_archived_at_file_name_business_id_idx" ON "run"("laboratory_id", "archived_at", "file_name", "business_id");

-- CreateIndex
CREATE INDEX "run_laboratory_id_archived_at_instrument_name_business_id_idx" ON "run"("laboratory_id", "archived_at", "instrument_name", "business_id");

-- CreateIndex
CREATE INDEX "run_laboratory_id_archived_at_kit_reaction_buffer_business__idx" ON "run"("laboratory_id", "archived_at", "kit_reaction_buffer", "business_id");

-- CreateIndex
CREATE INDEX "run_laboratory_id_archived_at_interpreted_by_name_business__idx" ON "run"("laboratory_id", "archived_at", "interpreted_by_name", "business_id");

-- CreateIndex
CREATE INDEX "run_laboratory_id_archived_at_run_date_business_id_idx" ON "run"("laboratory_id", "archived_at", "run_date", "business_id");

-- CreateIndex
CREATE INDEX "run_laboratory_id_archived_at_status_business_id_idx" ON "run"("laboratory_id", "archived_at", "status", "business_id");

-- CreateIndex
CREATE INDEX "run_laboratory_id_archived_at_business_id_idx" ON "run"("laboratory_id", "archived_at", "business_id");

-- CreateIndex
CREATE INDEX "run_analyser_id_idx" ON "run"("analyser_id");

-- CreateIndex
CREATE INDEX "run_deletion_date_idx" ON "run"("deletion_date");

-- CreateIndex
CREATE UNIQUE INDEX "run_laboratory_id_business_id_key" ON "run"("laboratory_id", "business_id");

-- CreateIndex
CREATE INDEX "run_file_laboratory_id_sha256_idx" ON "run_file"("laboratory_id", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "run_file_run_id_order_key" ON "run_file"("run_id", "order");

-- CreateIndex
CREATE INDEX "run_kit_kit_version_id_idx" ON "run_kit"("kit_version_id");

-- CreateIndex
CREATE INDEX "run_kit_reaction_buffer_id_idx" ON "run_kit"("reaction_buffer_id");

-- CreateIndex
CREATE UNIQUE INDEX "run_kit_run_id_order_key" ON "run_kit"("run_id", "order");

-- CreateIndex
CREATE INDEX "run_used_pair_kit_version_id_idx" ON "run_used_pair"("kit_version_id");

-- CreateIndex
CREATE INDEX "run_used_pair_reaction_buffer_id_idx" ON "run_used_pair"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "run_kit_lot_lot_id_idx" ON "run_kit_lot"("lot_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_analysis_run_id_channel_key" ON "channel_analysis"("run_id", "channel");

-- CreateIndex
CREATE INDEX "well_run_id_idx" ON "well"("run_id");

-- CreateIndex
CREATE INDEX "well_kit_version_id_idx" ON "well"("kit_version_id");

-- CreateIndex
CREATE INDEX "well_lot_id_idx" ON "well"("lot_id");

-- CreateIndex
CREATE INDEX "well_reaction_buffer_id_idx" ON "well"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "well_expected_diagnostic_id_idx" ON "well"("expected_diagnostic_id");

-- CreateIndex
CREATE UNIQUE INDEX "well_analysis_id_position_key" ON "well"("analysis_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "run_curves_run_id_channel_phase_key" ON "run_curves"("run_id", "channel", "phase");

-- CreateIndex
CREATE INDEX "comment_run_id_created_at_idx" ON "comment"("run_id", "created_at");

-- CreateIndex
CREATE INDEX "comment_well_id_idx" ON "comment"("well_id");

-- CreateIndex
CREATE INDEX "template_laboratory_id_name_idx" ON "template"("laboratory_id", "name");

-- CreateIndex
CREATE INDEX "template_well_kit_version_id_idx" ON "template_well"("kit_version_id");

-- CreateIndex
CREATE INDEX "template_well_reaction_buffer_id_idx" ON "template_well"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "template_well_expected_diagnostic_id_idx" ON "template_well"("expected_diagnostic_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_well_template_id_position_channel_key" ON "template_well"("template_id", "position", "channel");

-- AddForeignKey
ALTER TABLE "diagnostic_color" ADD CONSTRAINT "diagnostic_color_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_transfer_connection" ADD CONSTRAINT "file_transfer_connection_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_account" ADD CONSTRAINT "identity_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interpretation" ADD CONSTRAINT "interpretation_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interpreted_slopes" ADD CONSTRAINT "interpreted_slopes_interpretation_id_fkey" FOREIGN KEY ("interpretation_id") REFERENCES "interpretation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interpreted_well" ADD CONSTRAINT "interpreted_well_interpretation_id_fkey" FOREIGN KEY ("interpretation_id") REFERENCES "interpretation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interpreted_well" ADD CONSTRAINT "interpreted_well_well_id_fkey" FOREIGN KEY ("well_id") REFERENCES "well"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interpreted_well_diagnostic" ADD CONSTRAINT "interpreted_well_diagnostic_interpreted_well_id_fkey" FOREIGN KEY ("interpreted_well_id") REFERENCES "interpreted_well"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_version" ADD CONSTRAINT "kit_version_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_reaction_buffer" ADD CONSTRAINT "kit_reaction_buffer_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_reaction_buffer" ADD CONSTRAINT "kit_reaction_buffer_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_channel" ADD CONSTRAINT "kit_channel_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_analyser" ADD CONSTRAINT "kit_analyser_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kit_analyser" ADD CONSTRAINT "kit_analyser_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phase" ADD CONSTRAINT "phase_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phase" ADD CONSTRAINT "phase_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phase" ADD CONSTRAINT "phase_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "zone" ADD CONSTRAINT "zone_phase_id_fkey" FOREIGN KEY ("phase_id") REFERENCES "phase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "combination_rule" ADD CONSTRAINT "combination_rule_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "combination_rule" ADD CONSTRAINT "combination_rule_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "combination_rule" ADD CONSTRAINT "combination_rule_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "combination_rule" ADD CONSTRAINT "combination_rule_diagnostic_color_id_fkey" FOREIGN KEY ("diagnostic_color_id") REFERENCES "diagnostic_color"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lot" ADD CONSTRAINT "lot_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_seen" ADD CONSTRAINT "release_seen_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_counter" ADD CONSTRAINT "run_counter_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_file" ADD CONSTRAINT "run_file_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_kit" ADD CONSTRAINT "run_kit_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_kit" ADD CONSTRAINT "run_kit_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_kit" ADD CONSTRAINT "run_kit_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_used_pair" ADD CONSTRAINT "run_used_pair_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_used_pair" ADD CONSTRAINT "run_used_pair_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_used_pair" ADD CONSTRAINT "run_used_pair_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_kit_lot" ADD CONSTRAINT "run_kit_lot_run_kit_id_fkey" FOREIGN KEY ("run_kit_id") REFERENCES "run_kit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_kit_lot" ADD CONSTRAINT "run_kit_lot_lot_id_fkey" FOREIGN KEY ("lot_id") REFERENCES "lot"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_analysis" ADD CONSTRAINT "channel_analysis_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "well" ADD CONSTRAINT "well_analysis_id_fkey" FOREIGN KEY ("analysis_id") REFERENCES "channel_analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "well" ADD CONSTRAINT "well_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "well" ADD CONSTRAINT "well_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "well" ADD CONSTRAINT "well_lot_id_fkey" FOREIGN KEY ("lot_id") REFERENCES "lot"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "well" ADD CONSTRAINT "well_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "well" ADD CONSTRAINT "well_expected_diagnostic_id_fkey" FOREIGN KEY ("expected_diagnostic_id") REFERENCES "diagnostic_color"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_curves" ADD CONSTRAINT "run_curves_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_well_id_fkey" FOREIGN KEY ("well_id") REFERENCES "well"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template" ADD CONSTRAINT "template_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_well" ADD CONSTRAINT "template_well_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_well" ADD CONSTRAINT "template_well_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_well" ADD CONSTRAINT "template_well_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_well" ADD CONSTRAINT "template_well_expected_diagnostic_id_fkey" FOREIGN KEY ("expected_diagnostic_id") REFERENCES "diagnostic_color"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say ------------------------------------------------------------

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Names are unique ignoring case.
CREATE UNIQUE INDEX "laboratory_name_key" ON "laboratory" (lower("name"));
CREATE UNIQUE INDEX "kit_name_key" ON "kit" (lower("name"));
CREATE UNIQUE INDEX "reaction_buffer_name_key" ON "reaction_buffer" (lower("name"));
CREATE UNIQUE INDEX "template_name_key" ON "template" ("laboratory_id", lower("name"));

-- The results of controls belong to no kit and exist once.
CREATE UNIQUE INDEX "diagnostic_color_control_key" ON "diagnostic_color" ("diagnostic_name") WHERE "kit_id" IS NULL;

-- A well is suggested one diagnostic.
CREATE UNIQUE INDEX "interpreted_well_diagnostic_initial_key" ON "interpreted_well_diagnostic" ("interpreted_well_id") WHERE "state" = 'INITIAL';

-- Searches for any part of a text.
CREATE INDEX "run_search_text_idx" ON "run" USING GIN ("search_text" gin_trgm_ops);

ALTER TABLE "phase" ADD CONSTRAINT "phase_anneal_never_inversed" CHECK ("phase_type" <> 'ANNEAL' OR NOT "inversed");
ALTER TABLE "zone" ADD CONSTRAINT "zone_range" CHECK ("min_temp" < "max_temp" AND "min_temp" >= 20 AND "max_temp" <= 110);

-- The audit trail is only ever added to, and what a well was called is never rewritten.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE ON "audit_event" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "audit_event_never_emptied" BEFORE TRUNCATE ON "audit_event" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "interpreted_well_diagnostic_unchanged" BEFORE UPDATE ON "interpreted_well_diagnostic" FOR EACH ROW EXECUTE FUNCTION refuse_change();
