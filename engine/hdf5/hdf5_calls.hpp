#pragma once

#include <hdf5.h>

#include <stdexcept>

// clang-format off: it moves the list further to the right each time
// Every function of HDF5 that Ranvier calls, without its H5.
#define RANVIER_HDF5_FUNCTIONS(X) \
    X(Aclose) X(Acreate2) X(Aexists) X(Aget_space) X(Aget_type) X(Aopen) X(Aread) X(Awrite) \
    X(Dclose) X(Dcreate2) X(Dget_create_plist) X(Dget_num_chunks) X(Dget_space) X(Dget_storage_size) X(Dget_type) \
    X(Dopen2) X(Dread) X(Dset_extent) X(Dwrite) X(Dwrite_chunk) \
    X(Eget_auto2) X(Eset_auto2) \
    X(Fclose) X(Fcreate) X(Fget_filesize) X(Fget_name) X(Fis_hdf5) X(Fopen) \
    X(Gclose) X(Gcreate2) X(Gget_info) X(Gopen2) \
    X(Lcreate_hard) X(Lexists) X(Lget_name_by_idx) \
    X(Pclose) X(Pcreate) X(Pget_external_count) X(Pget_filter2) X(Pget_layout) X(Pget_nfilters) X(Pget_virtual_count) \
    X(Pget_virtual_filename) X(Pset_chunk) X(Pset_edc_check) X(Pset_fletcher32) X(Pset_obj_track_times) \
    X(Sclose) X(Screate) X(Screate_simple) X(Sget_simple_extent_dims) X(Sget_simple_extent_ndims) \
    X(Sget_simple_extent_npoints) X(Sselect_hyperslab) \
    X(Tclose) X(Tcopy) X(Tenum_create) X(Tenum_insert) X(Tenum_nameof) X(Tget_class) X(Tget_nmembers) X(Tget_size) \
    X(Tget_super) X(Tis_variable_str) X(Tset_cset) X(Tset_size) \
    X(free_memory)
// clang-format on

namespace ranvier::hdf5 {

/// HDF5 as Ranvier calls it. h5py brings another version of the library, whose names are the same; a process in which
/// Python imports it holds both, apart, because only shim.cpp is linked with HDF5, and its object is opened with
/// local names.
struct Hdf5Calls {
#define RANVIER_HDF5_MEMBER(name) decltype(&::H5##name) name;
    RANVIER_HDF5_FUNCTIONS(RANVIER_HDF5_MEMBER)
#undef RANVIER_HDF5_MEMBER
    unsigned read_only, truncate;  // H5F_ACC_RDONLY, H5F_ACC_TRUNC
    // Types of stored and of native values (H5T_STD_U64LE …), and classes of property lists (H5P_DATASET_CREATE,
    // H5P_DATASET_XFER): HDF5 numbers these when it starts.
    hid_t std_u32le, std_u64le, ieee_f32le, ieee_f64le, c_s1;
    hid_t native_uint8, native_uint32, native_uint64, native_int64, native_double;
    hid_t dataset_create, dataset_transfer;
};

/// HDF5 cannot be opened: its message says why.
struct Hdf5Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Opens HDF5 at the first call. Throws Hdf5Error.
const Hdf5Calls& h5();

}  // namespace ranvier::hdf5
